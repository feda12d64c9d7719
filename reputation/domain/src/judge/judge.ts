/**
 * The judge of headlines: one trained model says of a headline, alone or with the first sentence of its article, whether
 * the name is the company, what the company is to the event, its tone, the category of risk, how grave it is, and whether
 * its communications would want an alert (`judge-model.ts`). With the sentiment model and the vocabulary of risk it makes the
 * tone and the risks of a mention (`judge-news.ts`).
 */
export { openJudgeModel } from './judge-model.ts'
export { NewsJudge, type NewsJudgement, unjudged } from './judge-news.ts'
