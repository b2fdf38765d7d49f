import { Panel } from '@/components/ui/panel'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { RelativeTime } from '@/components/ui/time'
import type { Calibration } from '@/lib/contracts/calibration'
import { formatCount, formatPlural } from '@/lib/presentation/format/number'

const kindLabels: Record<Calibration['history'][number]['kind'], string> = {
  confidence: 'Confidence',
  forecast: 'Forecast',
}

/** History of recent fits; predictions refer to them by version. */
export function FitsPanel({ history }: { history: Calibration['history'] }) {
  if (history.length === 0) return null
  return (
    <Panel>
      <details>
        <summary className="w-fit rounded-sm text-ink-2 text-sm hover:text-ink">
          The latest {formatPlural(history.length, 'fit')}
        </summary>
        <div className="mt-2">
          <Table label="Fits">
            <TableHead>
              <tr>
                <TableHeader>What</TableHeader>
                <TableHeader numeric>Fit</TableHeader>
                <TableHeader numeric>Verdicts</TableHeader>
                <TableHeader numeric>When</TableHeader>
              </tr>
            </TableHead>
            <TableBody>
              {history.map((fit) => (
                <TableRow key={`${fit.kind} ${fit.version}`}>
                  <TableCell title={fit.method}>{kindLabels[fit.kind]}</TableCell>
                  <TableCell numeric>{formatCount(fit.version)}</TableCell>
                  <TableCell numeric>{formatCount(fit.verdicts)}</TableCell>
                  <TableCell numeric className="text-ink-2">
                    <RelativeTime iso={fit.fittedAt} />
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </div>
      </details>
    </Panel>
  )
}
