/** Logs: one JSON object a line for machines, or a readable line for people. Secrets are hidden from both. */
export { type Logger, type LogLevel, type LogOptions, logLevels, makeLogger } from './logger.ts'
