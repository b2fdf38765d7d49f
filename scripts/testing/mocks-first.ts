import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { mocksModules } from '../../lib/operations/testing/process-state'

/** Runs the files that mock modules first: each change between them and other files makes a worker load all modules again. */
export class MocksFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const mocks = new Set(sorted.filter(({ moduleId }) => mocksModules(readFileSync(moduleId, 'utf8'))))
    return [...mocks, ...sorted.filter((file) => !mocks.has(file))]
  }
}
