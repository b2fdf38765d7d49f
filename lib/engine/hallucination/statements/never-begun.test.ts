import { describe, expect, it } from 'vitest'
import { contradictedBy } from '../../testing/contradicted'

const log =
  'Browser tests were not run because the runner was offline. The migration was not started. The backup was skipped. The export has not yet been run. Do not start the import before noon.'

const contradicted = (output: string, source = log) => contradictedBy(source, output)

describe('what was not begun', () => {
  it.each([
    ['passed', 'All browser tests passed.', 'passed'],
    ['failed', 'The browser tests failed.', 'failed'],
    ['ended', 'The migration was completed.', 'completed'],
    ['succeeded', 'The backup succeeded.', 'succeeded'],
    ['was successful', 'The export was successful.', 'successful'],
  ])('has not %s', (_what, output, found) => {
    expect(contradicted(output)).toEqual([found])
  })

  it.each([
    ['is told so', 'The migration was not completed.'],
    ['may succeed later', 'The migration will be completed tomorrow.'],
    ['is only to wait', 'The import was completed.'],
    ['is something else', 'The seeding of the database was completed.'],
  ])('is no matter where it %s', (_what, output) => {
    expect(contradicted(output)).toEqual([])
  })

  it('may have been begun later', () => {
    const later = `${log} At noon the migration was started and took two minutes.`
    expect(contradicted('The migration was completed.', later)).toEqual([])
  })
})
