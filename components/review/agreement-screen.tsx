'use client'

import { useQuery } from '@tanstack/react-query'
import { LoadProblem } from '@/components/domain-ui/load-problem'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { ShowAll } from '@/components/ui/show-all'
import { SkeletonRows } from '@/components/ui/skeleton'
import { StatePanel } from '@/components/ui/state-panel'
import { type Column, DataTable } from '@/components/ui/table'
import type { Agreement } from '@/lib/contracts/review-agreement'
import { ACCEPT_THRESHOLD, REJECT_BELOW } from '@/lib/contracts/thresholds'
import {
  formatCount,
  formatInterval,
  formatListed,
  formatPercentInterval,
  formatPlural,
  formatScore,
  MISSING,
} from '@/lib/presentation/format/number'
import { agreementHeadline, apartTitle, comparedText, seenSameText, shareText } from '@/lib/presentation/labels/review'
import { configurationHref, reviewHref, runsHref } from '@/lib/presentation/links'
import { queryOf } from '@/lib/queries/query-of'

/** Agreement between reviewers on the same runs. Counts each person's first verdict, as far as other verdicts were hidden. */
export function AgreementScreen({ project }: { project: string }) {
  const { data, error, refetch } = useQuery(queryOf('GET /api/v1/review/agreement', {}, { project }))
  return (
    <>
      <PageHeader
        title="Agreement"
        headline={data ? agreementHeadline(data) : 'How often reviewers agree on the same runs.'}
        trail={[{ label: 'Review', href: reviewHref(project) }]}
      />
      {error && !data ? (
        <LoadProblem title="This could not be loaded" error={error} onRetry={() => refetch()} />
      ) : data ? (
        <Report project={project} agreement={data} />
      ) : (
        <SkeletonRows rows={5} />
      )}
    </>
  )
}

const SHOWN = 50

function Report({ project, agreement }: { project: string; agreement: Agreement }) {
  const { verdicts, reviewers, pairs, pairCount, items, needed, seen, seenSame } = agreement
  const agreedColumns = agreedColumnsOf(project)
  if (reviewers.length === 0)
    return (
      <StatePanel
        state="empty"
        title="No reviews yet"
        action={
          <Button asChild>
            <Link href={configurationHref(project)}>Review settings</Link>
          </Button>
        }
      >
        Agreement shows up once two people have reviewed the same run. The setting “Second reviewer” sends a share of
        reviews to a second person.
      </StatePanel>
    )
  return (
    <div className="grid max-w-4xl gap-8">
      {verdicts.apart.runs > 0 && (
        <p className="text-sm">
          People disagree on <ApartLink project={project} apart={verdicts.apart} />
          {` of ${formatPlural(verdicts.runs, 'run')}.`}
        </p>
      )}
      <Panel
        title="By reviewer"
        note={`Compared with everyone else who reviewed the same runs. A rating from ${REJECT_BELOW} to ${ACCEPT_THRESHOLD} is no approval, and agrees with one.`}
      >
        <ShowAll items={reviewers} most={SHOWN} noun="reviewer">
          {(shown) => (
            <DataTable
              label="Agreement by reviewer"
              headClass="static!"
              rows={shown}
              keyOf={({ userId }) => userId}
              columns={[
                { head: 'Reviewer', isRowName: true, cell: ({ name }) => name },
                { head: 'Runs', numeric: true, className: 'max-sm:hidden', cell: (row) => formatCount(row.verdicts) },
                {
                  head: 'Approved',
                  numeric: true,
                  className: 'max-sm:hidden',
                  title: ({ approved: { n, of } }) => `${n} of ${formatPlural(of, 'run')}`,
                  cell: ({ approved }) => (approved.share === null ? MISSING : shareText(approved)),
                },
                ...agreedColumns,
              ]}
            />
          )}
        </ShowAll>
      </Panel>
      {pairs.length > 0 && (
        <Panel
          title="By pair"
          note={`Kappa is agreement beyond chance. ${formatListed(pairs.length, 'pairs that judged most runs together', pairCount)}`}
        >
          <ShowAll items={pairs} most={SHOWN} noun="pair">
            {(shown) => (
              <DataTable
                label="Agreement by pair"
                headClass="static!"
                rows={shown}
                keyOf={({ a, b }) => `${a.userId} ${b.userId}`}
                columns={[
                  { head: 'Two people', cell: ({ a, b }) => `${a.name} and ${b.name}` },
                  {
                    head: 'Kappa',
                    numeric: true,
                    cell: ({ same, kappa, kappaInterval }) =>
                      same.of < needed || kappa === null ? MISSING : withInterval(kappa, kappaInterval),
                  },
                  ...agreedColumns,
                ]}
              />
            )}
          </ShowAll>
        </Panel>
      )}
      {items.length > 0 && (
        <Panel title="By rubric item" note="Low agreement points to unclear wording.">
          <DataTable
            label="Agreement by rubric item"
            headClass="static!"
            rows={items.map((row, place) => ({ ...row, place }))}
            keyOf={({ chain, item, place }) => `${chain} ${item} ${place}`}
            columns={[
              {
                head: 'Item',
                cell: ({ label, chain, isCurrent, ...row }) => (
                  <>
                    {`${label} `}
                    <span className="text-ink-3 text-xs">{chain}</span>
                    <span className="block text-ink-3 text-xs">{comparedText(row)}</span>
                    {!isCurrent && (
                      <span className="block text-ink-3 text-xs">Asked like this before the rubric was changed</span>
                    )}
                  </>
                ),
              },
              {
                head: 'Alpha',
                numeric: true,
                cell: ({ runs, alpha, interval }) =>
                  runs < needed || alpha === null ? MISSING : withInterval(alpha, interval),
              },
              ...agreedColumns,
            ]}
          />
        </Panel>
      )}
      {seen > 0 && (
        <Panel title="With the first verdict in sight" note="Counted apart: who sees a verdict tends to follow it.">
          <p className="max-w-prose">{seenSameText(seenSame)}</p>
        </Panel>
      )}
      <p className="max-w-prose text-ink-3 text-xs">
        Shares with 95% intervals (Wilson). Alpha and kappa need {needed} runs reviewed by two people.
      </p>
    </div>
  )
}

/** A figure with its 95% interval below. */
function withInterval(value: number, interval: [number, number] | null) {
  return (
    <>
      {formatScore(value)}
      {interval && <span className="block text-ink-3 text-xs">{formatInterval(interval)}</span>}
    </>
  )
}

type ApartLinkProps = { project: string; apart: Agreement['verdicts']['apart'] }

/** The number of runs on which people disagree, as a link to them. */
function ApartLink({ project, apart: { runs, runIds } }: ApartLinkProps) {
  if (runs === 0) return '0'
  return (
    <Link href={runsHref(project, { ids: runIds })} className="link" title={apartTitle({ runs, runIds })}>
      {formatCount(runs)}
    </Link>
  )
}

const agreedColumnsOf = (project: string): readonly Column<Pick<Agreement['pairs'][number], 'same' | 'apart'>>[] => [
  {
    head: 'Agreed',
    numeric: true,
    title: ({ same: { n, of } }) => `${n} of ${formatPlural(of, 'comparison')}`,
    cell: ({ same: { n, of, share } }) => (share === null ? MISSING : `${n} of ${of}`),
  },
  {
    head: '95% interval',
    numeric: true,
    className: 'max-sm:hidden',
    cell: ({ same: { interval } }) => (interval === null ? MISSING : formatPercentInterval(interval)),
  },
  { head: 'Runs apart', numeric: true, cell: ({ apart }) => <ApartLink project={project} apart={apart} /> },
]
