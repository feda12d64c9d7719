/** Configuration: read once and whole from the environment; one error names every variable that is missing or malformed. */
export { ConfigError, type Environment, type EnvReader, envReader, readTogether, type Variable } from './env-reader.ts'
