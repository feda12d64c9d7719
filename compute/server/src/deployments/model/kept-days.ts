/** For how many days usage is kept at least: thirteen months and the present one. */
export const minUsageKeptDays = 430
