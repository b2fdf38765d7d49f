import { Panel } from '@/components/ui/panel'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import type { Calibration } from '@/lib/contracts/calibration'
import { moreVerdicts, prepareLosses } from '@/lib/presentation/charts/prepare-calibration'
import { FigureMark, FigureNumbers } from './figure-cells'

/** Table of each predictor's loss on verdicts it was not trained on. */
export function LossesPanel({ calibration }: { calibration: Calibration }) {
  return (
    <Panel
      title="Prediction error"
      note="On verdicts predicted before they were given. Lower is better. Bars: 95% interval of the mean."
    >
      <Table label="Losses of the predictions">
        <TableHead>
          <tr>
            <TableHeader>Predictor</TableHeader>
            <TableHeader numeric>Verdicts</TableHeader>
            <TableHeader numeric>Brier</TableHeader>
            <TableHeader className="w-1/4 max-md:hidden">
              <span className="sr-only">Brier, drawn</span>
            </TableHeader>
            <TableHeader numeric>Log loss</TableHeader>
            <TableHeader className="w-1/4 max-md:hidden">
              <span className="sr-only">Log loss, drawn</span>
            </TableHeader>
          </tr>
        </TableHead>
        <TableBody>
          {prepareLosses(calibration).map((row) => (
            <TableRow key={row.key}>
              <TableHeader scope="row" className="h-12! whitespace-normal! py-1.5 text-ink! text-sm!">
                {row.label}
                <span className="block font-normal text-ink-3 text-xs">{row.hint}</span>
              </TableHeader>
              <TableCell numeric>{row.n}</TableCell>
              <FigureNumbers cell={row.brier} />
              <FigureMark cell={row.brier} />
              <FigureNumbers cell={row.logLoss} />
              <FigureMark cell={row.logLoss} />
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {moreVerdicts(calibration) && <p className="mt-3 text-ink-2 text-sm">{moreVerdicts(calibration)}</p>}
    </Panel>
  )
}
