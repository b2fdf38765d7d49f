import { configuration, type EffectiveConfiguration } from '@/lib/contracts/configuration'
import { Prisma } from '@/lib/db/generated/client'
import { DEFAULT_CONFIGURATION } from './default-configuration'
import { PROJECT_SCOPE } from './effective-configuration'
import { mergeConfiguration } from './merge-configuration'

/** What a row selected with {@link LEVEL_COLUMNS} holds; null where a level was never set. */
export type ChainLevels = { projectConfig: unknown; chainConfig: unknown }

export const LEVEL_COLUMNS = Prisma.sql`pc.config AS "projectConfig", cc.config AS "chainConfig"`

/**
 * Joins the newest configuration of the project and of the chain to each row of `chain c`, an index look-up each. Where an
 * outer join found no chain the project's stands alone.
 */
export function joinLevels(projectId: string): Prisma.Sql {
  return Prisma.sql`
  LEFT JOIN LATERAL (
    SELECT config FROM config_version WHERE project_id = ${projectId}::uuid AND scope = ${PROJECT_SCOPE}
    ORDER BY number DESC LIMIT 1) pc ON true
  LEFT JOIN LATERAL (
    SELECT config FROM config_version WHERE project_id = ${projectId}::uuid AND scope = c.id::text
    ORDER BY number DESC LIMIT 1) cc ON true`
}

/** All that holds for a chain. */
export function effectiveOf({ projectConfig, chainConfig }: ChainLevels): EffectiveConfiguration {
  const levels = [projectConfig, chainConfig].filter((level) => level !== null)
  return mergeConfiguration(DEFAULT_CONFIGURATION, ...levels.map((level) => configuration.parse(level)))
}
