declare module 'jaro-winkler' {
  /** Jaro-Winkler similarity of two strings in [0, 1]. */
  export default function distance(left: string, right: string): number
}
