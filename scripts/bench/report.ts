import { writeFileSync } from 'node:fs'
import type { Machine } from './machine'
import { isBusy } from './machine'
import type { Section } from './section'

export type Report = { machine: Machine; command: string; date: Date; tookS: number; sections: readonly Section[] }

const file = 'BENCHMARKS.md'

/** A section for the terminal: columns in line, then what was aimed at. */
export function toText({ title, columns, rows, goals }: Section): string {
  const widths = columns.map((column, place) => Math.max(...[column, ...rows.map((row) => row[place] ?? '')].map((text) => text.length)))
  const line = (cells: readonly string[]) => cells.map((cell, place) => (place === 0 ? cell.padEnd(widths[place] ?? 0) : cell.padStart(widths[place] ?? 0))).join('  ')
  const told = goals.map(({ aim, measured, isMet }) => `${isMet ? '✓' : '✗'} ${aim}: ${measured}`)
  return [`\n${title}`, line(columns), ...rows.map(line), ...told].join('\n')
}

/** Writes the figures of a whole run where the repository keeps them. */
export function writeReport(report: Report): void {
  writeFileSync(file, toMarkdown(report))
}

function toMarkdown({ machine, command, date, tookS, sections }: Report): string {
  const load = `load ${machine.loadAtStart.toFixed(2)} at the start`
  return `${[
    '# Benchmarks',
    `The figures of the last whole run of \`${command}\`, which writes this page. Every part is measured in that one run, on one machine, against the app as it is built for production with a durable database of its own (fsync on). Ratios compare things measured in turns within the run.`,
    `- Date: ${date.toISOString().slice(0, 10)}, ${Math.round(tookS / 60)} minutes`,
    `- Machine: ${machine.cores} cores (${machine.cpu}), ${machine.memoryGb} GB memory, ${machine.system}, Node ${machine.node}`,
    `- ${isBusy(machine) ? `The machine was busy with other things (${load}): absolute figures are worse than on an idle one` : `The machine was otherwise idle (${load})`}`,
    ...sections.map(sectionToMarkdown),
  ].join('\n\n').replaceAll('\n\n- ', '\n- ').replace('\n- Date', '\n\n- Date')}\n`
}

function sectionToMarkdown({ title, method, columns, rows, goals }: Section): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const aligned = columns.map((_, place) => (place === 0 ? '---' : '--:'))
  const table = [row(columns), row(aligned), ...rows.map(row)].join('\n')
  const told = goals.map(({ aim, measured, isMet }) => `- ${isMet ? 'Met' : 'Missed'}: ${aim}; measured ${measured}`)
  return [`## ${title}`, method, table, ...(told.length > 0 ? [told.join('\n')] : [])].join('\n\n')
}
