'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadProblem } from '@/components/domain-ui/part-boundary'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { SkeletonRows } from '@/components/ui/skeleton'
import { StatePanel } from '@/components/ui/state-panel'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
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
        trail={
          <Link href={reviewHref(project)} className="link">
            Review
          </Link>
        }
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
        <Table label="Agreement by reviewer">
          <Head of="Reviewer">
            <TableHeader numeric>Runs</TableHeader>
            <TableHeader numeric className="max-sm:hidden">
              Approved
            </TableHeader>
          </Head>
          <TableBody>
            {reviewers.map(({ userId, name, verdicts, approved, same }) => (
              <TableRow key={userId}>
                <TableCell>{name}</TableCell>
                <TableCell numeric>{formatCount(verdicts)}</TableCell>
                <TableCell numeric className="max-sm:hidden">
                  {approved.share === null ? MISSING : formatPercent(approved.share)}
                </TableCell>
                <SameCells same={same} />
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Panel>
      {pairs.length > 0 && (
        <Panel title="By pair" note="Kappa is agreement beyond chance.">
          <Table label="Agreement by pair">
            <Head of="Two people">
              <TableHeader numeric>Kappa</TableHeader>
            </Head>
            <TableBody>
              {pairs.map(({ a, b, same, kappa }) => (
                <TableRow key={`${a.userId} ${b.userId}`}>
                  <TableCell>
                    {a.name} and {b.name}
                  </TableCell>
                  <TableCell numeric>{same.of < needed || kappa === null ? MISSING : formatScore(kappa)}</TableCell>
                  <SameCells same={same} />
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </Panel>
      )}
      {items.length > 0 && (
        <Panel title="By rubric item" note="Low agreement points to unclear wording.">
          <Table label="Agreement by rubric item">
            <Head of="Item">
              <TableHeader numeric>Alpha</TableHeader>
            </Head>
            <TableBody>
              {items.map(({ chain, item, label, runs, alpha, interval, same }) => (
                <TableRow key={`${chain} ${item}`}>
                  <TableCell>
                    {label} <span className="text-ink-3 text-xs">{chain}</span>
                  </TableCell>
                  <TableCell numeric>
                    {runs < needed || alpha === null ? MISSING : `${formatScore(alpha)} (${formatInterval(interval)})`}
                  </TableCell>
                  <SameCells same={same} />
                </TableRow>
              ))}
            </TableBody>
          </Table>
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

function Head({ of, children }: { of: string; children: ReactNode }) {
  return (
    <TableHead className="static!">
      <tr>
        <TableHeader>{of}</TableHeader>
        {children}
        <TableHeader numeric>Agreed</TableHeader>
        <TableHeader numeric className="max-sm:hidden">
          95% interval
        </TableHeader>
      </tr>
    </TableHead>
  )
}

function SameCells({ same: { n, of, share, interval } }: { same: Agreement['pairs'][number]['same'] }) {
  return (
    <>
      <TableCell numeric title={`${n} of ${formatPlural(of, 'comparison')}`}>
        {share === null ? MISSING : `${n} of ${of}`}
      </TableCell>
      <TableCell numeric className="max-sm:hidden">
        {interval === null ? MISSING : formatPercentInterval(interval)}
      </TableCell>
    </>
  )
}
