'use client'

import { useQuery } from '@tanstack/react-query'
import { useMyRole } from '@/components/settings/use-my-role'
import { Panel } from '@/components/ui/panel'
import type { ChainView } from '@/lib/contracts/chains'
import { formatPlural } from '@/lib/format/number'
import { chainAuthorityQueries } from '@/lib/queries/chain-authorities'
import { AuthoritiesDialog } from './authorities-dialog'

type ChainAuthoritiesProps = { project: string; chain: ChainView }

/** Who decides the chain's gates. An admin changes it; everyone sees it. */
export function ChainAuthorities({ project, chain }: ChainAuthoritiesProps) {
  const { data } = useQuery(chainAuthorityQueries.list(project, chain.name))
  const isAdmin = useMyRole(project) === 'admin'
  return (
    <Panel
      title="Who decides its gates"
      note={`${formatPlural(chain.gateQuorum, 'approval')}${chain.gateQuorum > 1 ? ' by different people' : ''}, never by the author of the version. One rejection rejects.`}
      actions={
        isAdmin && data && <AuthoritiesDialog project={project} chain={chain.name} authorities={data.authorities} />
      }
    >
      {data?.authorities.length === 0 && <p className="text-sm">Every reviewer and admin of the project.</p>}
      {data && data.authorities.length > 0 && (
        <ul className="divide-y border-y text-sm">
          {data.authorities.map((person) => (
            <li key={person.userId} className="flex justify-between gap-4 py-1.5">
              <span className="min-w-0 truncate">{person.name}</span>
              {!person.decides && <span className="shrink-0 text-ink-3">no longer a reviewer or admin</span>}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
