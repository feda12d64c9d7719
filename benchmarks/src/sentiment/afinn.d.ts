declare module 'sentiment' {
  export default class Sentiment {
    /** `score` is the sum of the words' weights, each from −5 to 5. */
    analyze(text: string): { score: number; comparative: number }
  }
}
