'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { LoadProblem } from '@/components/domain-ui/load-problem'
import { useMay } from '@/components/domain-ui/role'
import { LatePart } from '@/components/ui/late-part'
import { orMissing } from '@/components/ui/missing-part'
import { Panel } from '@/components/ui/panel'
import { SkeletonRows } from '@/components/ui/skeleton'
import type { ChainView } from '@/lib/contracts/chains'
import { formatPlural } from '@/lib/presentation/format/number'
import { queryOf } from '@/lib/queries/query-of'

// Loaded lazily: only admins can change them.
const AuthoritiesDialog = dynamic(orMissing(() => import('./authorities-dialog'), 'AuthoritiesDialog'))

type ChainAuthoritiesProps = { project: string; chain: ChainView }

/** People who can decide the chain's gates. Editable by admins. */
export function ChainAuthorities({ project, chain }: ChainAuthoritiesProps) {
  const { data, error, refetch } = useQuery(
    queryOf('GET /api/v1/chains/{chain}/authorities', { chain: chain.name }, { project }),
  )
  const mayChange = useMay(project, 'admin')
  return (
    <Panel
      title="Who decides gates"
      note={`${formatPlural(chain.gateQuorum, 'approval')}${chain.gateQuorum > 1 ? ' by different people' : ''}, never by the author of the version. One rejection rejects.`}
      actions={
        mayChange &&
        data && (
          <LatePart>
            <AuthoritiesDialog project={project} chain={chain.name} saved={data} />
          </LatePart>
        )
      }
    >
      {!data &&
        (error ? (
          <LoadProblem compact title="The list could not be loaded" error={error} onRetry={() => refetch()} />
        ) : (
          <SkeletonRows rows={1} />
        ))}
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
