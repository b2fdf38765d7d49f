declare module 'jstat' {
  interface Distribution {
    cdf(x: number, degrees: number): number
    inv(probability: number, degrees: number): number
  }
  const library: {
    jStat: {
      mean(values: number[]): number
      stdev(values: number[], isSample: boolean): number
      gammaln(x: number): number
      ibeta(x: number, a: number, b: number): number
      studentt: Distribution
      normal: { cdf(x: number, mean: number, deviation: number): number }
      beta: { pdf(x: number, a: number, b: number): number }
    }
  }
  export default library
}
