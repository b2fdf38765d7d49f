import type { Configuration } from '@/lib/contracts/configuration'
import { getConfiguration } from '../configuration/get-configuration'
import { putConfiguration } from '../configuration/put-configuration'
import type { TestProject } from './factories'

/** Sets a level to this, whatever it was. */
export async function configure(test: TestProject, config: Configuration, chain?: string) {
  const admin = await test.as('admin')
  const { configuration } = await getConfiguration.run(admin, { chain })
  return putConfiguration.run(admin, { chain, config, expected: configuration.number })
}
