import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os'

type Report = { machine: Machine; date: Date; tookS: number; sections: readonly Section[] }

/** Formats a section for the terminal: its table with aligned columns, then its aims. */
export function toText(section: Section): string {
  const { title, columns, rows, goals } = section
  const widthOf = (place: number) => Math.max(...[columns, ...rows].map((cells) => cells[place]?.length ?? 0))
  const shape = columns.map((_, place) => ({ width: widthOf(place), isWords: holdsWords(section, place) }))
  const toLine = (cells: readonly string[]) =>
    shape
      .map(({ width, isWords }, place) => (isWords ? cells[place]?.padEnd(width) : cells[place]?.padStart(width)))
      .join('  ')
      .trimEnd()
  const told = goals.map((goal) => `${goal.isMet ? '✓' : '✗'} ${goal.aim}: ${goal.measured}`)
  return [`\n── ${title}`, toLine(columns), ...rows.map(toLine), ...told].join('\n')
}

const file = 'BENCHMARKS.md'

/** Writes the report of a complete run; sections measured only on request are kept. */
export function writeReport(report: Report): void {
  const apart = readParts().filter((part) => part.startsWith('Scale: '))
  writeFileSync(file, `${[toMarkdown(report), ...apart.map((part) => `## ${part}`)].join('\n\n')}\n`)
}

/** Replaces the sections with the same titles by those measured, or appends them. */
export function updateReport({ machine, date, sections }: Omit<Report, 'tookS'>): void {
  const [head = '', ...parts] = readParts()
  const when = `Measured by itself on ${date.toISOString().slice(0, 10)}, ${loadOf(machine)}.`
  for (const section of sections) {
    const part = `${sectionToMarkdown(section).slice('## '.length)} ${when}`
    const place = parts.findIndex((one) => one.startsWith(`${section.title}\n`))
    parts.splice(place < 0 ? parts.length : place, place < 0 ? 0 : 1, part)
  }
  writeFileSync(file, `${[head, ...parts].join('\n\n## ')}\n`)
}

/** Returns the text before the first section, and the sections without their `## `. */
function readParts(): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n\n## ') : []
}

const loadOf = ({ loadAtStart }: Machine) => `load ${loadAtStart.toFixed(2)} at the start`

/** Whether a column is text: the first one, and those without a figure in any row. */
function holdsWords({ rows }: Section, place: number): boolean {
  return place === 0 || rows.every((cells) => !/^\d/.test(cells[place] ?? ''))
}

function toMarkdown({ machine, date, tookS, sections }: Report): string {
  const load = loadOf(machine)
  const facts = [
    `Date: ${date.toISOString().slice(0, 10)}; it took ${Math.round(tookS / 60)} minutes`,
    `Machine: ${machine.cores} cores (${machine.cpu}), ${machine.memoryGb} GB memory, ${machine.system}, Node ${machine.node.slice(1)}`,
    isBusy(machine)
      ? `The machine was busy with other things (${load}): times are worse than on an idle one`
      : `The machine was otherwise idle (${load})`,
  ]
  return [
    '# Benchmarks',
    'The figures of the last whole run of `npm run bench`, which writes this page: one run, one machine, the app as built for production, a durable database of its own (fsync on). What is compared was measured in turns.',
    facts.map((fact) => `- ${fact}`).join('\n'),
    ...sections.map(sectionToMarkdown),
  ].join('\n\n')
}

function sectionToMarkdown(section: Section): string {
  const { title, method, columns, rows, goals } = section
  const toRow = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const aligned = columns.map((_, place) => (holdsWords(section, place) ? '---' : '--:'))
  const table = [columns, aligned, ...rows].map(toRow).join('\n')
  const told = goals.map(goalToMarkdown).join('\n')
  return [`## ${title}`, table, ...(told ? [told] : []), method].join('\n\n')
}

function goalToMarkdown({ aim, measured, isMet }: Goal): string {
  return `- ${isMet ? 'Met' : '**Missed**'}: ${aim}. Measured: ${measured}.`
}

/** The result of one part of the bench: a table, its method, and its aims. */
export type Section = {
  title: string
  method: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  goals: readonly Goal[]
}

export type Goal = { aim: string; measured: string; isMet: boolean }

type Machine = {
  cpu: string
  cores: number
  memoryGb: number
  system: string
  node: string
  loadAtStart: number
}

/** Describes what the figures depend on, without identifying the machine. */
export function describeMachine(): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    system: `${platform()} ${release().split('-')[0]}`,
    node: process.version,
    loadAtStart: loadavg()[0] ?? 0,
  }
}

/** Whether other processes used the machine before the bench began, which makes its figures less reliable. */
export function isBusy({ loadAtStart, cores }: Machine): boolean {
  return loadAtStart > cores / 4
}
