export type QuotaSearch = {
  /** The current one unless given. */
  month?: string
  /** The key or person whose days the chart shows: `key:…`. */
  by?: string
}
