import Link from 'next/link'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { runsHref } from '@/lib/charts/runs-href'
import type { WeeklyReport, WeeklyShare } from '@/lib/contracts/weekly/report'
import { formatInterval, formatPercent, formatPlural } from '@/lib/format/number'

/** Below so many runs judged twice a share of agreement says next to nothing. */
const ENOUGH = 50

type ReviewersProps = { project: string; report: WeeklyReport }

/** Who looked at how much, and whether people agree with the desk and with each other. */
export function Reviewers({ project, report: { reviewers, totals, from, to } }: ReviewersProps) {
  const { people, withDesk, amongPeople } = reviewers
  return (
    <>
      <p className="text-sm">
        <Link href={runsHref(project, { reviewed: 'true', from, to })} className="link">
          {formatPlural(totals.reviewed.n, 'run')}
        </Link>{' '}
        of {totals.reviewed.of} of this week have a verdict of a person. {agreement('The desk agreed in', withDesk)}{' '}
        {agreement('Several people on one run agreed in', amongPeople)}
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
                <TableCell numeric>{reviews}</TableCell>
                <TableCell numeric className="max-sm:hidden">
                  {approved}
                </TableCell>
                <TableCell numeric className="max-sm:hidden">
                  {rejected}
                </TableCell>
                <TableCell numeric className="max-sm:hidden">
                  {rated}
                </TableCell>
                <TableCell numeric>{gates}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </>
  )
}

function agreement(lead: string, { n, of, share, interval }: WeeklyShare): string {
  if (share === null) return ''
  const few = of < ENOUGH ? ': too few to judge by' : ''
  return `${lead} ${n} of ${of} (${formatPercent(share)}, ${formatInterval(interval)})${few}.`
}
