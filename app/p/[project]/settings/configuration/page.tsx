import type { Metadata } from 'next'
import { createLoader } from 'nuqs/server'
import { Prefetch } from '@/app/prefetch'
import { ConfigurationScreen } from '@/components/configuration/configuration-screen'
import { chainChoices } from '@/lib/queries/chain-search'
import { configurationSearchParsers } from '@/lib/queries/configuration'
import { queryOf } from '@/lib/queries/query-of'

export const metadata: Metadata = { title: 'Configuration' }

const loadSearch = createLoader(configurationSearchParsers)

type ConfigurationPageProps = PageProps<'/p/[project]/settings/configuration'>

export default async function ConfigurationPage({ params, searchParams }: ConfigurationPageProps) {
  const { project } = await params
  const search = await loadSearch(searchParams)
  const chain = search.chain ?? undefined
  const reference = search.efficiency_reference
  const level = queryOf('GET /api/v1/configuration', { chain }, { project })
  return (
    <Prefetch queries={[level, chainChoices(project, null)]} mustExist>
      <ConfigurationScreen
        key={`${chain ?? ''} ${reference ?? ''}`}
        project={project}
        chain={chain}
        {...(reference !== null && { proposed: { efficiency_reference: String(reference) } })}
      />
    </Prefetch>
  )
}
