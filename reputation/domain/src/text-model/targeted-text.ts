/** A text and whom it is judged towards: `text.slice(start, end)` names the target, mostly a company. */
export type TargetedText = { text: string; start: number; end: number }
