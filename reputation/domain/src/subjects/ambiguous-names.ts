/**
 * Names of companies and brands that are also words, places, family names or other abbreviations, typed from common
 * knowledge. Such a name counts as needing context even where nobody has said so.
 */
export const ambiguousNames: ReadonlySet<string> = new Set(
  `ally alphabet amazon apple arm atlas aurora avalon bank bell best bing blackberry block bloom bolt boots boss
  box bp brave bumble canon cargo carnival caterpillar chase chime chubb citi citizen coach coke comet compass
  corning costa crest crocs cruise dash dawn delta diamond discover dove duke eagle edison embark equinox express
  fidelity fitch focus ford fossil fox frontier future gain gallup gap gateway ge gem general genesis giant gilead
  glad globe grab guardian guess halo harris hilton hinge hunter icon insight intel jaguar jet johnson key kraft
  lead level life lime lincoln line link lucid lumen lush mars match meta monday morgan mustang nest next nova
  oasis ola opera oracle orange otis outlook panda parker patch path peak penguin pioneer plug polar post premier
  prime progressive prudential puma quest raven red relay ring roche rocket rover safe sage sharp shell sky slack
  snap sonic southwest spirit sprint square stanley staples star stripe subway sun surge swift tapestry target
  three tide time tinder total trane travelers trip uber union united unity vale vanguard viking virgin visa vista
  vox wells wendy whirlpool williams windows wing wish x yum zoom`.split(/\s+/),
)
