/**
 * Words that say where an organisation is, or how far it reaches, rather than which it is; typed from common knowledge.
 * A name that has one more of these is easily the same organisation.
 */
export const genericWords: ReadonlySet<string> = new Set(
  `international internacional internationale global world worldwide group holding holdings europe european asia asian africa african america americas
  east eastern west western north northern south southern middle central gulf mena cis eurasia eurasian trading trade services service enterprises
  enterprise industries industrial general national company group gruppa grupp groupe grupo gruppe konzern concern management`
    .trim()
    .split(/\s+/),
)

/** The most that an organisation's word of this table weighs. */
export const genericWordWeight = 0.45

/**
 * Words that say what an organisation is and that people leave out of its name: VTB Bank, Wagner Group, State Corporation
 * Rostec. Not those behind the name of a person or a place (foundation, cartel), which would be left alone.
 */
export const kindWords: ReadonlySet<string> = new Set(
  `bank banca banco banka bankas banque company corporation korporatsiya corporacion concern konzern kontsern group gruppa grupp groupe grupo gruppe
  holding holdings airline airlines airways avia aviation state gosudarstvennaya`
    .trim()
    .split(/\s+/),
)
