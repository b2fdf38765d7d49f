'use client'

import { useQuery } from '@tanstack/react-query'
import { LoadProblem } from '@/components/domain-ui/load-problem'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { SkeletonRows } from '@/components/ui/skeleton'
import { StatePanel } from '@/components/ui/state-panel'
import { type Column, DataTable } from '@/components/ui/table'
import type { Agreement } from '@/lib/contracts/review-agreement'
import {
  formatCount,
  formatInterval,
  formatPercent,
  formatPercentInterval,
  formatPlural,
  formatScore,
  MISSING,
} from '@/lib/presentation/format/number'
import { agreementHeadline, seenSameText } from '@/lib/presentation/labels/review'
import { configurationHref, reviewHref } from '@/lib/presentation/links'
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
      {error ? (
        <LoadProblem title="This could not be loaded" error={error} onRetry={() => refetch()} />
      ) : data ? (
        <Report project={project} agreement={data} />
      ) : (
        <SkeletonRows rows={5} />
      )}
    </>
  )
}

function Report({ project, agreement }: { project: string; agreement: Agreement }) {
  const { reviewers, pairs, items, needed, seen, seenSame } = agreement
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
      <Panel title="By reviewer" note="Compared with everyone else who reviewed the same runs.">
        <DataTable
          label="Agreement by reviewer"
          headClass="static!"
          rows={reviewers}
          keyOf={({ userId }) => userId}
          columns={[
            { head: 'Reviewer', cell: ({ name }) => name },
            { head: 'Runs', numeric: true, cell: ({ verdicts }) => formatCount(verdicts) },
            {
              head: 'Approved',
              numeric: true,
              className: 'max-sm:hidden',
              cell: ({ approved }) => (approved.share === null ? MISSING : formatPercent(approved.share)),
            },
            ...agreedColumns,
          ]}
        />
      </Panel>
      {pairs.length > 0 && (
        <Panel title="By pair" note="Kappa is agreement beyond chance.">
          <DataTable
            label="Agreement by pair"
            headClass="static!"
            rows={pairs}
            keyOf={({ a, b }) => `${a.userId} ${b.userId}`}
            columns={[
              { head: 'Two people', cell: ({ a, b }) => `${a.name} and ${b.name}` },
              {
                head: 'Kappa',
                numeric: true,
                cell: ({ same, kappa }) => (same.of < needed || kappa === null ? MISSING : formatScore(kappa)),
              },
              ...agreedColumns,
            ]}
          />
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
                cell: ({ label, chain, isCurrent }) => (
                  <>
                    {label} <span className="text-ink-3 text-xs">{chain}</span>
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
                  runs < needed || alpha === null ? MISSING : `${formatScore(alpha)} (${formatInterval(interval)})`,
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

const agreedColumns: readonly Column<Pick<Agreement['pairs'][number], 'same'>>[] = [
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
]
