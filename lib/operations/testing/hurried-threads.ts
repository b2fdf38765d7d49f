import { afterAll, vi } from 'vitest'
import { engineThreads } from '../engine-pool/pool'

/** Cuts the time limits of engine threads to a tenth for a test file, so that tests of endless inputs are short. */
export function hurryThreads(): void {
  const { inThread } = engineThreads
  const hurried = vi.spyOn(engineThreads, 'inThread')
  hurried.mockImplementation((question, limitMs) => inThread(question, limitMs / 10))
  afterAll(() => hurried.mockRestore())
}
