/** Gaussian prior of the coefficients, independent: a mean and a precision (1 / variance, positive) each. `weights` counts rows, 1 each by default. */
export interface LogisticPrior {
  priorMean: readonly number[]
  priorPrecision: readonly number[]
  weights?: readonly number[]
}

/** What is believed of the coefficients after the rows, as the Gaussian at the mode (Laplace). */
export interface LogisticFit {
  /** The mode of the posterior. */
  coefficients: readonly number[]
  /** Inverse of the negative Hessian at the mode. */
  covariance: readonly (readonly number[])[]
  /** Natural logarithm of the chance of the labels under this model and prior, by Laplace's approximation. */
  logEvidence: number
  /** Probability of a row at the mode, strictly between 0 and 1 save for rounding. */
  predict: (row: readonly number[]) => number
  /** The logit of a row with its posterior variance. */
  predictLogit: (row: readonly number[]) => { mean: number; variance: number }
}

/** 1 / (1 + e^-x), without overflow. */
export function sigmoid(x: number): number {
  if (x >= 0) return 1 / (1 + Math.exp(-x))
  const e = Math.exp(x)
  return e / (1 + e)
}

/** ln(p / (1 - p)), of a `share` first drawn into [margin, 1 - margin]. */
export function logit(share: number, margin: number): number {
  const p = Math.min(1 - margin, Math.max(margin, share))
  return Math.log(p / (1 - p))
}

const MAX_STEPS = 50
const MAX_HALVINGS = 30
const TOLERANCE = 1e-10

/**
 * Logistic regression with a Gaussian prior, by Newton's method on the log posterior, which is concave: one mode, also where
 * all labels are alike. `rows` are features with the intercept as a feature of its own; `labels` shares in [0, 1], usually 0 or 1.
 * Evidence: log likelihood + log prior + (d/2) ln 2π - ½ ln |H| at the mode (MacKay 1992, "The evidence framework applied to
 * classification networks").
 * @throws RangeError when lengths differ or a precision is not positive
 */
export function fitMapLogistic(
  rows: readonly (readonly number[])[],
  labels: readonly number[],
  { priorMean, priorPrecision, weights }: LogisticPrior,
): LogisticFit {
  const size = priorMean.length
  if (priorPrecision.length !== size || rows.some((row) => row.length !== size))
    throw new RangeError('each row and the precisions need as many numbers as the prior mean')
  if (labels.length !== rows.length || (weights && weights.length !== rows.length))
    throw new RangeError('there must be as many labels and weights as rows')
  if (priorPrecision.some((precision) => !(precision > 0))) throw new RangeError('precisions must be positive')
  let at = [...priorMean]
  let height = logPosterior(at)
  for (let step = 0; step < MAX_STEPS; step++) {
    const { gradient, hessian } = slopesAt(at)
    const move = solve(choleskyOf(hessian), gradient)
    const gain = move.reduce((sum, value, index) => sum + value * (gradient[index] ?? 0), 0)
    if (gain < TOLERANCE) break
    let [next, reached] = [at, height]
    for (let halving = 0, share = 1; halving < MAX_HALVINGS; halving++, share /= 2) {
      next = at.map((value, index) => value + share * (move[index] ?? 0))
      reached = logPosterior(next)
      if (reached >= height) break
    }
    if (!(reached > height)) break
    at = next
    height = reached
  }
  const factor = choleskyOf(slopesAt(at).hessian)
  const covariance = inverseOf(factor)
  const logDeterminant = 2 * factor.reduce((sum, row, index) => sum + Math.log(row[index] ?? 1), 0)
  const logPrecisions = priorPrecision.reduce((sum, precision) => sum + Math.log(precision), 0)
  const coefficients = at
  return {
    coefficients,
    covariance,
    logEvidence: height + (logPrecisions - logDeterminant) / 2,
    predict: (row) => sigmoid(dot(row, coefficients)),
    predictLogit: (row) => ({
      mean: dot(row, coefficients),
      variance: dot(
        row,
        covariance.map((line) => dot(line, row)),
      ),
    }),
  }

  /** Log likelihood - ½ Σ precision (coefficient - mean)². */
  function logPosterior(beta: readonly number[]): number {
    let sum = 0
    for (let index = 0; index < size; index++)
      sum -= ((priorPrecision[index] ?? 0) * ((beta[index] ?? 0) - (priorMean[index] ?? 0)) ** 2) / 2
    for (let at = 0; at < rows.length; at++) {
      const x = dot(rows[at] ?? [], beta)
      // label · ln p + (1 - label) · ln(1 - p) = label · x - ln(1 + e^x)
      const softplus = x > 0 ? x + Math.log1p(Math.exp(-x)) : Math.log1p(Math.exp(x))
      sum += (weights?.[at] ?? 1) * ((labels[at] ?? 0) * x - softplus)
    }
    return sum
  }

  /** Gradient of the log posterior, and its negative Hessian. */
  function slopesAt(beta: readonly number[]): { gradient: number[]; hessian: number[][] } {
    const gradient = beta.map((value, index) => -(priorPrecision[index] ?? 0) * (value - (priorMean[index] ?? 0)))
    const hessian = beta.map((_, one) => beta.map((_, other) => (one === other ? (priorPrecision[one] ?? 0) : 0)))
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] ?? []
      const weight = weights?.[at] ?? 1
      const p = sigmoid(dot(row, beta))
      const [residual, curvature] = [weight * ((labels[at] ?? 0) - p), weight * p * (1 - p)]
      for (let one = 0; one < size; one++) {
        const x = row[one] ?? 0
        if (x === 0) continue
        gradient[one] = (gradient[one] ?? 0) + residual * x
        const line = hessian[one] ?? []
        for (let other = 0; other < size; other++) line[other] = (line[other] ?? 0) + curvature * x * (row[other] ?? 0)
      }
    }
    return { gradient, hessian }
  }
}

function dot(left: readonly number[], right: readonly number[]): number {
  let sum = 0
  for (let index = 0; index < left.length; index++) sum += (left[index] ?? 0) * (right[index] ?? 0)
  return sum
}

/** The lower triangle L with L·Lᵀ = `matrix`, which is symmetric and positive definite. */
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

/** The x with L·Lᵀ·x = `right`. */
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
