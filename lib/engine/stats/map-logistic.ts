/** Independent Gaussian priors of the coefficients: a mean and a precision (1 / variance, positive) each. */
interface LogisticPrior {
  priorMean: readonly number[]
  priorPrecision: readonly number[]
  /** Weight of each row; 1 by default. */
  weights?: readonly number[] | undefined
  /** Starting point of the search: affects its duration, not its result. The prior mean by default. */
  start?: readonly number[] | undefined
}

/** Posterior of the coefficients as the Gaussian at the mode (Laplace). JSON-serializable, so that it can be stored. */
export interface LogisticBelief {
  /** The mode of the posterior. */
  coefficients: readonly number[]
  /** Inverse of the negative Hessian at the mode. */
  covariance: readonly (readonly number[])[]
}

interface LogisticFit extends LogisticBelief {
  /** Natural logarithm of the probability of the labels under this model and prior, by Laplace's approximation. */
  logEvidence: number
  /** Probability of a row at the mode, strictly between 0 and 1 except for rounding. */
  predict: (row: readonly number[]) => number
}

/** Returns the logit of a row with its posterior variance. */
export function predictLogit(
  { coefficients, covariance }: LogisticBelief,
  row: readonly number[],
): { mean: number; variance: number } {
  return { mean: dot(row, coefficients), variance: spreadOf(covariance, row) }
}

/**
 * What a normally distributed logit of this variance is divided by, at least 1, so that its sigmoid is close to the mean probability: the less
 * certain the logit, the closer to one half (MacKay 1992).
 */
export const logitDivisor = (variance: number): number => Math.sqrt(1 + (Math.PI * variance) / 8)

/** 1 / (1 + e^-x), without overflow. */
export function sigmoid(x: number): number {
  if (x >= 0) return 1 / (1 + Math.exp(-x))
  const e = Math.exp(x)
  return e / (1 + e)
}

/** ln(p / (1 - p)) of a `share` clamped to [margin, 1 - margin]. */
export function logit(share: number, margin: number): number {
  const p = Math.min(1 - margin, Math.max(margin, share))
  return Math.log(p / (1 - p))
}

const MAX_STEPS = 50
const MAX_HALVINGS = 30
const TOLERANCE = 1e-10

/**
 * Fits a logistic regression with a Gaussian prior, by Newton's method on the log posterior, which is concave: there is one mode, even if
 * all labels are equal. `rows` include the intercept as a feature; `labels` are shares in [0, 1], usually 0 or 1. Evidence: log likelihood
 * + log prior + (d/2) ln 2π - ½ ln |H| at the mode (MacKay 1992, "The evidence framework applied to classification networks").
 * @throws {RangeError} when lengths differ or a precision is not positive.
 */
export function fitMapLogistic(
  rows: readonly (readonly number[])[],
  labels: readonly number[],
  prior: LogisticPrior,
): LogisticFit {
  const { priorMean, priorPrecision, start = priorMean } = prior
  const posterior = posteriorOf(rows, labels, prior)
  const { coefficients, height } = climb(posterior, start)
  const factor = choleskyOf(posterior.slopesAt(coefficients).hessian)
  const logDeterminant = 2 * factor.reduce((sum, row, index) => sum + Math.log(row[index] ?? 1), 0)
  const logPrecisions = priorPrecision.reduce((sum, precision) => sum + Math.log(precision), 0)
  return {
    coefficients,
    covariance: inverseOf(factor),
    logEvidence: height + (logPrecisions - logDeterminant) / 2,
    predict: (row) => sigmoid(dot(row, coefficients)),
  }
}

/** Newton's method from `start`, each step halved until it leads up. */
function climb({ heightAt, slopesAt }: Posterior, start: readonly number[]) {
  let at = [...start]
  let height = heightAt(at)
  for (let step = 0; step < MAX_STEPS; step++) {
    const { gradient, hessian } = slopesAt(at)
    const move = solve(choleskyOf(hessian), gradient)
    const gain = move.reduce((sum, value, index) => sum + value * (gradient[index] ?? 0), 0)
    if (gain < TOLERANCE) break
    let [next, reached] = [at, height]
    for (let halving = 0, share = 1; halving < MAX_HALVINGS; halving++, share /= 2) {
      next = at.map((value, index) => value + share * (move[index] ?? 0))
      reached = heightAt(next)
      if (reached >= height) break
    }
    if (!(reached > height)) break
    at = next
    height = reached
  }
  return { coefficients: at, height }
}

type Posterior = {
  /** Log likelihood - ½ Σ precision (coefficient - mean)². */
  heightAt: (beta: readonly number[]) => number
  /** The gradient of that height, and the lower triangle of its negative Hessian. */
  slopesAt: (beta: readonly number[]) => { gradient: number[]; hessian: number[][] }
}

function posteriorOf(
  rows: readonly (readonly number[])[],
  labels: readonly number[],
  { priorMean, priorPrecision, weights }: LogisticPrior,
): Posterior {
  const size = priorMean.length
  if (priorPrecision.length !== size || rows.some((row) => row.length !== size))
    throw new RangeError('each row and the precisions need as many numbers as the prior mean')
  if (labels.length !== rows.length || (weights && weights.length !== rows.length))
    throw new RangeError('there must be as many labels and weights as rows')
  if (priorPrecision.some((precision) => !(precision > 0))) throw new RangeError('precisions must be positive')
  // One block of memory, which is several times faster than nested arrays.
  const design = new Float64Array(rows.length * size)
  for (const [index, row] of rows.entries()) design.set(row, index * size)
  return { heightAt, slopesAt }

  function heightAt(beta: readonly number[]): number {
    let sum = 0
    for (let index = 0; index < size; index++)
      sum -= ((priorPrecision[index] ?? 0) * ((beta[index] ?? 0) - (priorMean[index] ?? 0)) ** 2) / 2
    for (let row = 0; row < labels.length; row++) {
      const x = logitAt(row, beta)
      // label · ln p + (1 - label) · ln(1 - p) = label · x - ln(1 + e^x)
      const softplus = x > 0 ? x + Math.log1p(Math.exp(-x)) : Math.log1p(Math.exp(x))
      sum += (weights?.[row] ?? 1) * ((labels[row] ?? 0) * x - softplus)
    }
    return sum
  }

  function slopesAt(beta: readonly number[]): { gradient: number[]; hessian: number[][] } {
    const gradient = Float64Array.from(beta, (value, at) => -(priorPrecision[at] ?? 0) * (value - (priorMean[at] ?? 0)))
    const hessian = new Float64Array(size * size)
    for (let one = 0; one < size; one++) hessian[one * size + one] = priorPrecision[one] ?? 0
    for (let row = 0; row < labels.length; row++) {
      const weight = weights?.[row] ?? 1
      const p = sigmoid(logitAt(row, beta))
      const residual = weight * ((labels[row] ?? 0) - p)
      const curvature = weight * p * (1 - p)
      const begin = row * size
      for (let one = 0; one < size; one++) {
        const x = design[begin + one] ?? 0
        if (x === 0) continue
        gradient[one] = (gradient[one] ?? 0) + residual * x
        const scaled = curvature * x
        const line = one * size
        for (let other = 0; other <= one; other++)
          hessian[line + other] = (hessian[line + other] ?? 0) + scaled * (design[begin + other] ?? 0)
      }
    }
    return {
      gradient: [...gradient],
      hessian: beta.map((_, one) => [...hessian.subarray(one * size, (one + 1) * size)]),
    }
  }

  function logitAt(row: number, beta: readonly number[]): number {
    let sum = 0
    for (let index = 0; index < size; index++) sum += (design[row * size + index] ?? 0) * (beta[index] ?? 0)
    return sum
  }
}

function dot(left: readonly number[], right: readonly number[]): number {
  let sum = 0
  for (let index = 0; index < left.length; index++) sum += (left[index] ?? 0) * (right[index] ?? 0)
  return sum
}

/** rowᵀ · covariance · row */
function spreadOf(covariance: readonly (readonly number[])[], row: readonly number[]): number {
  let sum = 0
  for (let index = 0; index < row.length; index++) {
    const x = row[index] ?? 0
    if (x !== 0) sum += x * dot(covariance[index] ?? [], row)
  }
  return sum
}

/** Solves `matrix`·x = `right` for a symmetric, positive definite matrix, of which only the lower triangle is read. */
export function solvePositive(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  return solve(choleskyOf(matrix), right)
}

/** Returns the lower triangle L with L·Lᵀ = a symmetric, positive definite matrix, of which only the lower triangle is read. */
function choleskyOf(matrix: readonly (readonly number[])[]): number[][] {
  const factor = matrix.map((row) => row.map(() => 0))
  for (const [one, line] of factor.entries()) {
    for (let other = 0; other <= one; other++) {
      const before = factor[other] ?? []
      let sum = matrix[one]?.[other] ?? 0
      for (let index = 0; index < other; index++) sum -= (line[index] ?? 0) * (before[index] ?? 0)
      line[other] = one === other ? Math.sqrt(Math.max(sum, Number.MIN_VALUE)) : sum / (before[other] ?? 1)
    }
  }
  return factor
}

/** Solves L·Lᵀ·x = `right`. */
function solve(factor: readonly (readonly number[])[], right: readonly number[]): number[] {
  const size = factor.length
  const result = [...right]
  for (let one = 0; one < size; one++) {
    let sum = result[one] ?? 0
    for (let other = 0; other < one; other++) sum -= (factor[one]?.[other] ?? 0) * (result[other] ?? 0)
    result[one] = sum / (factor[one]?.[one] ?? 1)
  }
  for (let one = size - 1; one >= 0; one--) {
    let sum = result[one] ?? 0
    for (let other = one + 1; other < size; other++) sum -= (factor[other]?.[one] ?? 0) * (result[other] ?? 0)
    result[one] = sum / (factor[one]?.[one] ?? 1)
  }
  return result
}

/** (L·Lᵀ)⁻¹ */
function inverseOf(factor: readonly (readonly number[])[]): number[][] {
  return factor.map((_, column) =>
    solve(
      factor,
      factor.map((_, index) => (index === column ? 1 : 0)),
    ),
  )
}
