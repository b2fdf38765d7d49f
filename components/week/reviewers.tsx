import Link from 'next/link'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { runsHref } from '@/lib/charts/runs-href'
import type { WeeklyAgreement, WeeklyReport, WeeklyShare } from '@/lib/contracts/weekly/report'
import { formatCount, formatInterval, formatPercent, formatPlural, formatScore } from '@/lib/format/number'
import { agreementWord } from '@/lib/format/week-words'
import { CountLink } from './count-link'
import { weekLogHref } from './week-log-href'

type ReviewersProps = { project: string; report: WeeklyReport }

/** Who looked at how much, and whether people agree with the desk and with each other. */
export function Reviewers({ project, report }: ReviewersProps) {
  const { reviewers, totals, from, to } = report
  const { people, withDesk, amongPeople, agreement } = reviewers
  return (
    <>
      <p className="text-sm">
        <Link href={runsHref(project, { reviewed: 'true', from, to })} className="link">
          {formatPlural(totals.reviewed.n, 'run')}
        </Link>{' '}
        of {formatCount(totals.reviewed.of)} of this week have a verdict of a person.{' '}
        {shareText('The desk agreed in', withDesk)} {shareText('Several people on one run agreed in', amongPeople)}{' '}
        {agreement && alphaText(agreement)}
      </p>
      {people.length > 0 && (
        <Table label="Verdicts by person" className="mt-2">
          <TableHead className="static!">
            <tr>
              <TableHeader>Who</TableHeader>
              <TableHeader numeric>Reviews</TableHeader>
              <TableHeader numeric className="max-sm:hidden">
                Approved
              </TableHeader>
              <TableHeader numeric className="max-sm:hidden">
                Rejected
              </TableHeader>
              <TableHeader numeric className="max-sm:hidden">
                Rated
              </TableHeader>
              <TableHeader numeric>Gates decided</TableHeader>
            </tr>
          </TableHead>
          <TableBody>
            {people.map(({ userId, name, reviews, approved, rejected, rated, gates }) => (
              <TableRow key={userId}>
                <TableCell className="max-w-48 truncate">{name}</TableCell>
                <TableCell numeric>
                  <CountLink href={weekLogHref(project, report, { actor: name, action: ['run.review'] })}>
                    {reviews}
                  </CountLink>
                </TableCell>
                <TableCell numeric className="max-sm:hidden">
                  {approved}
                </TableCell>
                <TableCell numeric className="max-sm:hidden">
                  {rejected}
                </TableCell>
                <TableCell numeric className="max-sm:hidden">
                  {rated}
                </TableCell>
                <TableCell numeric>
                  <CountLink
                    href={weekLogHref(project, report, { actor: name, action: ['gate.approved', 'gate.rejected'] })}
                  >
                    {gates}
                  </CountLink>
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </>
  )
}

function shareText(lead: string, { n, of, share, interval }: WeeklyShare): string {
  return share === null ? '' : `${lead} ${n} of ${of} (${formatPercent(share)}, ${formatInterval(interval)}).`
}

function alphaText({ runs, needed, alpha, interval }: WeeklyAgreement): string {
  if (runs === 0) return 'No run was judged by two people, so how far they agree is not known.'
  if (alpha === null) return 'All of them said the same of every run, so agreement beyond chance cannot be told.'
  if (runs < needed)
    return `Agreement beyond chance: too few to say, ${runs} of the ${needed} runs judged twice that it takes.`
  return `Krippendorff's alpha ${formatScore(alpha)}, ${formatInterval(interval)} over ${formatPlural(runs, 'run')}: ${agreementWord(alpha)}.`
}
