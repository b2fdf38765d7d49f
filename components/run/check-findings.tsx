import type { ReactNode } from 'react'
import type { z } from 'zod'
import { ThresholdBar } from '@/components/charts/small-marks'
import { JsonView } from '@/components/ui/json-view'
import type { CheckView } from '@/lib/contracts/run-detail'
import { formatCount, formatPlural, formatScore } from '@/lib/presentation/format/number'
import { checkResults } from '@/lib/presentation/labels/check-results'

/** Result of a check. A result of unknown shape is shown as JSON. */
export function CheckFindings({ check }: { check: CheckView }) {
  switch (check.kind) {
    case 'verification':
      return read(checkResults.verification, check, (result) => <Verification result={result} />)
    case 'dependent':
      return read(checkResults.dependent, check, (result) => <Dependent result={result} />)
    case 'fixup':
      return read(checkResults.fixup, check, (result) => <Fixup result={result} />)
    case 'quality_gate':
      return read(checkResults.quality_gate, check, (result) => <Gate result={result} />)
  }
}

function read<T>(schema: z.ZodType<T>, { result }: CheckView, show: (result: T) => ReactNode): ReactNode {
  const parsed = schema.safeParse(result)
  return parsed.success ? show(parsed.data) : <JsonView value={result} name="result" />
}

type ResultOf<Kind extends CheckView['kind']> = z.infer<(typeof checkResults)[Kind]>

function Verification({ result }: { result: ResultOf<'verification'> }) {
  return (
    <>
      {result.missing.length > 0 && (
        <ul className="mt-0.5 list-disc pl-4">
          {result.missing.map(({ category, detail }) => (
            <li key={detail} className="break-words">
              {`${detail} `}
              <span className="text-ink-3 text-xs">{category}</span>
            </li>
          ))}
        </ul>
      )}
      {result.nudge !== null && <p className="mt-0.5 break-words text-ink-2">“{result.nudge}”</p>}
      <p className="text-ink-3 text-xs">
        Asked again {formatPlural(result.nudges, 'time')}
        {result.compilationNudges > 0 &&
          `, ${formatPlural(result.compilationNudges, 'time')} because it did not compile`}
      </p>
    </>
  )
}

function Dependent({ result }: { result: ResultOf<'dependent'> }) {
  return (
    <>
      <p className="mt-0.5 flex items-center gap-2">
        <ThresholdBar value={result.ratio} threshold={result.threshold} tone={result.run ? 'pass' : 'fail'} />
        {formatScore(result.ratio, result.threshold)} completed, {formatScore(result.threshold)} needed
      </p>
      <p className="break-words text-ink-2">{result.reason}</p>
    </>
  )
}

function Fixup({ result }: { result: ResultOf<'fixup'> }) {
  const behind = result.dependencies.length > 0 ? `behind ${result.dependencies.join(', ')}` : 'behind no other task'
  return (
    <>
      <p className="mt-0.5 break-words">
        <span className="font-mono text-xs">{result.id}</span>, {result.type}, wave {formatCount(result.wave)}, {behind}
        , {formatPlural(result.maxRetries, 'retry', 'retries')} at most
      </p>
      <p className="text-ink-2">{result.reason}</p>
      <details>
        <summary className="min-h-7 py-1 text-ink-2 text-xs">What it is to do</summary>
        <p className="whitespace-pre-line break-words text-ink-2">{result.description}</p>
      </details>
    </>
  )
}

function Gate({ result }: { result: ResultOf<'quality_gate'> }) {
  const { score, effectiveThreshold, foundation, feedback, alsoFailed } = result
  return (
    <>
      <p className="mt-0.5">
        {score === null ? 'No score' : `Score ${formatCount(score)} of 5`}, {effectiveThreshold} needed
        {foundation && ' (a foundation task: one less than others)'}
      </p>
      {feedback && <p className="whitespace-pre-line break-words text-ink-2">{feedback}</p>}
      {alsoFailed.length > 0 && (
        <p className="text-ink-3 text-xs">
          Failed as well: {alsoFailed.map((name) => name.replaceAll('_', ' ')).join(', ')}
        </p>
      )}
    </>
  )
}
