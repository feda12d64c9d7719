/**
 * The judge of headlines: one trained model says of a headline, alone or with the first sentence of its article, whether
 * the name is the company, what the company is to the event, its tone, the category of risk, how grave it is, and whether
 * its communications would want an alert (`judge-model.ts`). What it says becomes the risks of a mention (`findings.ts`).
 */
export { findingsOf } from './findings.ts'
export { JudgeModel, type Judgement, openJudgeModel } from './judge-model.ts'
