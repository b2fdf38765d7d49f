import type { GateEvidence } from '@/lib/contracts/gates'
import { formatChange, formatExact } from '@/lib/format/number'
import type { ChartTable } from './chart-table'
import { runsHref } from './runs-href'

type Input = Pick<GateEvidence, 'scenarios' | 'prior' | 'current'>

/** Every scenario with its mean on both versions; each leads to its live runs. */
export function prepareScenarioTable({ scenarios, prior, current }: Input, chain: string, project: string): ChartTable {
  const versions = [prior?.version, current.version].filter((version) => version !== undefined)
  return {
    columns: [
      { label: 'Scenario' },
      { label: prior?.version ?? 'before', numeric: true },
      { label: current.version, numeric: true },
      { label: 'Change', numeric: true },
    ],
    rows: scenarios.map(({ scenario, drop, ...means }) => ({
      key: scenario,
      cells: [
        scenario,
        formatExact(means.prior === null ? null : round(means.prior)),
        formatExact(means.current === null ? null : round(means.current)),
        formatChange(drop === null ? null : -drop),
      ],
      href: runsHref(project, { chain, version: versions, scenario, kind: ['live'] }),
    })),
  }
}

const round = (mean: number) => Number(mean.toFixed(4))
