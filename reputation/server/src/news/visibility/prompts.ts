/**
 * What is asked of language models about a sector. No question names a company: whether one is named in the completion is
 * what is measured. A changed question is another question; completions to the old one count until they are too old.
 */
export const prompts: readonly string[] = [
  'Which companies in the {sector} sector have the best reputation, and why?',
  'Which companies in the {sector} sector would you recommend to a customer? Give a reason for each.',
  'Which companies in the {sector} sector are trusted most today?',
  'Which companies in the {sector} sector lead in innovation, and with what?',
  'Which companies in the {sector} sector are good employers, and which are not?',
  'Which companies in the {sector} sector have a good record on the environment, and which a poor one?',
  'Which companies in the {sector} sector are doing well financially, and which are struggling?',
  'Which companies in the {sector} sector have been criticised most lately, and for what?',
  'Compare the leading companies of the {sector} sector by quality, price and service.',
  'I am looking for a supplier in the {sector} sector. Whom should I consider, and what speaks against each?',
]

export const promptsFor = (sector: string): string[] => prompts.map((prompt) => prompt.replaceAll('{sector}', sector))
