import type { Configuration } from '@/lib/contracts/configuration'
import { putConfiguration } from '../configuration/change'
import { getConfiguration } from '../configuration/read'
import type { TestProject } from './factories'

/** Replaces the configuration of a level. */
export async function configure(test: TestProject, config: Configuration, chain?: string) {
  const admin = await test.as('admin')
  const { configuration } = await getConfiguration.run(admin, { chain })
  return putConfiguration.run(admin, { chain, config, expected: configuration.number })
}
