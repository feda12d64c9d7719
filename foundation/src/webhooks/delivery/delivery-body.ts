/**
 * The body of a delivery: exactly `event`, `deliveredAt` and `data`, put together from stored text, so that it is the
 * same to the byte on every attempt, after a restart, and when sent again by hand.
 */
export const deliveryBody = ({ kind, madeAt, data }: { kind: string; madeAt: Date; data: string }): string =>
  `{"event":${JSON.stringify(kind)},"deliveredAt":"${madeAt.toISOString()}","data":${data}}`
