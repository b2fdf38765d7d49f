/** How the figures of a period are computed: the overview and the week count the same runs. */
export function HowCounted() {
  return (
    <details className="mt-3 text-ink-3 text-xs">
      <summary className="min-h-6 w-fit pointer-coarse:min-h-11">How these figures are computed</summary>
      <p className="mt-1 max-w-3xl">
        Runs, failures, flags, reviews, grades, decisions and cost cover every run that has ended: live or dry, imported
        or sent, also those whose end never arrived, and those of candidates. Mean quality, mean confidence and the
        share good cover live runs only, without candidates; quality and the share good of automated scores leave out
        runs too little of which was measured. What was not measured is left out, not counted as zero.
      </p>
    </details>
  )
}
