/** Typed from common knowledge of how the press writes. */
import { type Cue, cuesOf } from './cue.ts'

export const environmentCues: readonly Cue[] = [
  ...cuesOf('climate_emissions', [
    { strength: 2, words: 'emission* cheat*|scandal|test*|rigg*|fraud, defeat device*, dieselgate' },
    {
      strength: 1,
      words: `
          carbon footprint, greenhouse gas*, carbon emission*, co2 emission*, methane leak*, climate denial,
          climate inaction, greenwash*, dirtiest polluter*`,
    },
  ]),
  ...cuesOf('pollution_environment', [
    {
      strength: 2,
      words: `
          oil spill*, spill* oil, crude spill*, spilled|spills ~ gallons|barrels|crude, chemical leak*|spill*,
          gas leak*, toxic waste|leak*|spill*|water|air, toxic dump*, contaminat* water|soil|groundwater|river*|site*,
          pollut*, water contamination, deforestation, illegal dumping, tailings, oil leak*, well blowout,
          environmental damage|disaster|harm|crime*`,
      unless: 'pollution mask*, air pollution monitor*, fight* pollution, cut* pollution, anti pollution',
    },
    { strength: 1, words: 'animal cruelty, animal abuse, animal testing, hazardous waste, palm oil, wetlands' },
  ]),
]
