import { clsx } from 'clsx'
import { ArrowUpRight } from 'lucide-react'
import { LongText } from '@/components/domain-ui/long-text'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import type { GatePair } from '@/lib/contracts/gate-evidence'
import type { GateDetail } from '@/lib/contracts/gates'
import { isRecord } from '@/lib/contracts/is-record'
import { formatChangeShown } from '@/lib/presentation/format/fall'
import { formatExact, formatPlural, formatScore, VISIBLE_CHANGE } from '@/lib/presentation/format/number'
import { scenarioName } from '@/lib/presentation/labels/runs'
import { compareHref, runHref } from '@/lib/presentation/links'
import { readJsonText } from '@/lib/presentation/read-messages'

type WorstPairsProps = {
  project: string
  pairs: readonly GatePair[]
  /** What the pairs are sorted by, and their scores are. */
  rankedBy: GateDetail['rankedBy']
  prior: string | null
  current: string
}

/** Runs to read first: pairs of runs of the same scenario on both versions, or the lowest runs if there are no pairs. */
export function WorstPairs({ project, pairs, rankedBy, prior, current }: WorstPairsProps) {
  const isPaired = pairs.some((pair) => pair.prior !== null)
  const hasFallen = pairs.some(({ change }) => change !== null && change < -VISIBLE_CHANGE)
  const fell = rankedBy === 'confidence' ? 'The runs whose confidence fell most' : 'The runs that fell most'
  return (
    <Panel
      title={!isPaired ? 'The lowest runs' : hasFallen ? fell : 'Both versions side by side'}
      note={
        !isPaired
          ? `Of ${current}. The versions share no scenarios.`
          : hasFallen
            ? `Each beside the latest run of its scenario on ${prior ?? 'the version before'}.`
            : 'No scenario scores lower than before.'
      }
    >
      <ol className="grid grid-cols-1 gap-6">
        {pairs.map((pair) => (
          <li key={pair.current.runId}>
            <p className="flex min-h-6 flex-wrap items-center justify-between gap-x-4 text-sm">
              <span className="min-w-0 break-words font-medium">
                {pair.scenario === null ? (
                  <span className="font-normal text-ink-3">No scenario named</span>
                ) : (
                  scenarioName(pair.scenario)
                )}
              </span>
              {pair.prior && (
                <Link
                  href={compareHref(project, { run: pair.prior.runId }, { run: pair.current.runId })}
                  className="link ml-auto inline-flex min-h-6 shrink-0 items-center text-ink-2"
                >
                  Compare step by step<span className="sr-only">: {pair.scenario}</span>
                </Link>
              )}
              {pair.change !== null && hasFallen && (
                <span className={clsx('shrink-0 font-medium', pair.change < 0 && 'text-fail-fg')}>
                  {formatChangeShown(pair.prior?.score, pair.current.score)}
                </span>
              )}
            </p>
            {pair.request !== null && !isNamed(pair.scenario, pair.request) && (
              <div className="mt-0.5 line-clamp-3 text-ink-2" title="What was asked">
                <LongText text={pair.request} />
              </div>
            )}
            <div className={clsx('mt-2 grid grid-cols-1 gap-3', pair.prior && 'sm:grid-cols-2')}>
              {pair.prior && (
                <Answer
                  project={project}
                  version={prior ?? 'before'}
                  run={pair.prior}
                  places={placesOf(pair, 'prior')}
                />
              )}
              <Answer project={project} version={current} run={pair.current} places={placesOf(pair, 'current')} />
            </div>
            {pair.differing > pair.differences.length && (
              <p className="mt-1 text-ink-3 text-xs">
                And {formatPlural(pair.differing - pair.differences.length, 'more difference')}.
              </p>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** Whether the request only repeats the scenario's name, which is shown above it. */
const isNamed = (scenario: string | null, request: string) => request.trim().replace(/^\w+: /, '') === scenario

/** Whether an answer is indented JSON. */
const isJson = (answer: string | null) => answer !== null && /^[{[]\s*\n/.test(answer)

type Place = { path: string; value: string | null }

const placesOf = ({ differences }: GatePair, side: 'prior' | 'current'): Place[] =>
  differences.map((difference) => ({ path: difference.path, value: difference[side] }))

type AnswerProps = {
  project: string
  version: string
  run: GatePair['current']
  /** Where it differs from the other answer; empty between texts. */
  places: readonly Place[]
}

/** A run's answer with its findings: where it differs from the other one, else its beginning. The header links to the run. */
function Answer({ project, version, run, places }: AnswerProps) {
  return (
    <article className="flex min-w-0 flex-col rounded-md border bg-raised">
      <Link
        href={runHref(project, run.runId)}
        className="flex min-h-8 items-center gap-1.5 border-b px-3 text-sm hover:bg-hover pointer-coarse:min-h-11"
        title={`${run.clientId}, ${formatExact(run.score)}`}
      >
        <span className="min-w-0 truncate">{version}</span>
        <span className="ml-auto font-medium">{formatScore(run.score)}</span>
        <ArrowUpRight className="size-3.5 shrink-0 text-ink-3" aria-hidden />
        <span className="sr-only">, open run {run.clientId}</span>
      </Link>
      {places.length > 0 ? <Places places={places} valueClass="truncate" /> : <Excerpt run={run} />}
      {run.issues.length > 0 && (
        <ul className="mt-auto border-t px-3 py-2 text-xs">
          {run.issues.map((issue) => (
            <li key={issue} className="line-clamp-2 break-words text-ink-2">
              {issue}
            </li>
          ))}
        </ul>
      )}
    </article>
  )
}

/** Both sides list the same places, whose truncated values stand side by side. */
function Places({ places, valueClass }: { places: readonly Place[]; valueClass: string }) {
  return (
    <dl className="grid gap-1.5 px-3 py-2">
      {places.map(({ path, value }) => (
        <div key={path} className="min-w-0">
          <dt className="truncate font-mono text-ink-3 text-xs" title={path}>
            {path}
          </dt>
          <dd className={clsx(valueClass, 'text-sm', !value && 'text-ink-3')} title={value ?? undefined}>
            {value === null ? 'not there' : value || 'empty'}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const FIELDS_SHOWN = 6

/** The fields of an answer that is a JSON record; none for others. */
function fieldsOf(answer: string): Place[] {
  const held = readJsonText(answer)
  if (!isRecord(held)) return []
  return Object.entries(held).map(([path, value]) => ({
    path,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }))
}

/** The beginning of an answer: a record by field, an error or a cut record as it is, else as Markdown. */
function Excerpt({ run }: Pick<AnswerProps, 'run'>) {
  const answer = run.answer?.trim()
  const text = `${answer}${run.isCut ? ' …' : ''}`
  if (!answer) return <p className="px-3 py-2 text-ink-3 text-sm">No answer.</p>
  const fields = run.isError || run.isCut ? [] : fieldsOf(answer)
  if (fields.length > 0)
    return (
      <>
        <Places places={fields.slice(0, FIELDS_SHOWN)} valueClass="line-clamp-6 break-words" />
        {fields.length > FIELDS_SHOWN && (
          <p className="px-3 pb-2 text-ink-3 text-xs">
            And {formatPlural(fields.length - FIELDS_SHOWN, 'more field')}.
          </p>
        )}
      </>
    )
  return (
    <div className="px-3 py-2">
      {run.isError || isJson(run.answer) ? (
        <p
          className={clsx(
            'line-clamp-[9] whitespace-pre-wrap break-words font-mono text-xs',
            run.isError && 'text-fail-fg',
          )}
        >
          {text}
        </p>
      ) : (
        <div className="line-clamp-[9]">
          <LongText text={text} />
        </div>
      )}
    </div>
  )
}
