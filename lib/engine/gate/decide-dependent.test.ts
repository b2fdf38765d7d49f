import { describe, expect, it } from 'vitest'
import { decideDependent } from '@/lib/engine/gate/decide-dependent'
import { EngineInputError } from '@/lib/engine/input-error'
import type { FailureMode } from '../failures/failure-class'

function dependencies(completed: number, ...modes: (FailureMode | undefined)[]) {
  return [
    ...Array.from({ length: completed }, (_, index) => ({ id: `c${index}`, status: 'completed' as const })),
    ...modes.map((failureMode, index) => ({ id: `f${index}`, status: 'failed' as const, failureMode })),
  ]
}

describe('decideDependent', () => {
  it.each([
    [1, ['error'], 0.5, true],
    [1, [undefined], 0.5, true],
    [1, ['error', 'error'], 0.5, false],
    [1, ['timeout', 'rate-limit'], 0.3, true],
    [3, Array<FailureMode>(7).fill('timeout'), 0.3, true],
    [1, ['timeout', 'error'], 0.5, false],
    [2, ['quality'], 0.7, false],
    [7, ['quality', 'hollow', 'timeout'], 0.7, true],
    [3, ['cascade'], 0.8, false],
    [4, ['cascade'], 0.8, true],
    [3, ['quality', 'cascade'], 0.8, false],
    [0, ['timeout'], 0.3, false],
  ] as const)('%i completed, failed %j: threshold %d, runs %s', (completed, modes, threshold, run) => {
    expect(decideDependent({ dependencies: dependencies(completed, ...modes) })).toMatchObject({ run, threshold })
  })

  it('prefers a configured threshold to that of any mode', () => {
    expect(decideDependent({ dependencies: dependencies(1, 'cascade'), threshold: 0.5 }).run).toBe(true)
    expect(decideDependent({ dependencies: dependencies(9, 'timeout'), threshold: 1 }).run).toBe(false)
  })

  it('runs when nothing failed', () => {
    expect(decideDependent({ dependencies: dependencies(2) })).toMatchObject({ run: true, ratio: 1 })
    expect(decideDependent({ dependencies: [] })).toMatchObject({ run: true, ratio: 1 })
  })

  it('rejects a threshold outside 0 to 1', () => {
    expect(() => decideDependent({ dependencies: [], threshold: 1.5 })).toThrow(EngineInputError)
  })
})
