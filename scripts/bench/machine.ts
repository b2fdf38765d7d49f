import { availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os'

export type Machine = {
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
