import Link from 'next/link'
import { Panel } from '@/components/ui/panel'
import type { FailureGroupDetail } from '@/lib/contracts/failure-groups'
import type { FailureCounts } from '@/lib/contracts/failures'
import type { Range } from '@/lib/contracts/primitives'
import { formatCount } from '@/lib/presentation/format/number'
import { runsHref } from '@/lib/presentation/links'

const SHOWN = 8

type FailurePlacesProps = { project: string; data: FailureGroupDetail; range: Range }

/** In which versions it struck, and at which nodes. */
export function FailurePlaces({ project, data, range }: FailurePlacesProps) {
  const { group, nodes, versions } = data
  const fingerprint = group.fingerprint
  return (
    <div className="grid gap-x-8 gap-y-8 lg:grid-cols-2">
      <Panel title="Versions" note={more(versions.length)}>
        <Bars
          places={versions.map((one) => ({
            ...one,
            name: `${one.chain} ${one.version}`,
            href: runsHref(project, { fingerprint, chain: one.chain, version: one.version, range }),
          }))}
        />
      </Panel>
      <Panel title="Nodes" note={more(nodes.length)}>
        <Bars
          places={nodes.map((one) => ({
            ...one,
            name: one.node,
            href: runsHref(project, { fingerprint, node: one.node, range }),
          }))}
        />
      </Panel>
    </div>
  )
}

const more = (count: number) => (count > SHOWN ? `The ${SHOWN} with the most of ${count}.` : undefined)

type Place = FailureCounts & { name: string; href: string }

function Bars({ places }: { places: readonly Place[] }) {
  if (places.length === 0) return <p className="text-ink-2 text-sm">None in this time.</p>
  const most = Math.max(...places.map(({ roots, cascades }) => roots + cascades))
  return (
    <>
      <ul>
        {places.slice(0, SHOWN).map(({ name, href, roots, cascades }) => (
          <li key={name}>
            <Link
              href={href}
              className="grid h-7 grid-cols-[minmax(0,11rem)_minmax(0,1fr)_3rem] items-center gap-3 rounded-sm text-sm hover:bg-hover"
            >
              <span className="truncate" title={name}>
                {name}
              </span>
              <span aria-hidden className="flex h-2 border-l">
                <span style={{ width: `${(roots / most) * 100}%` }} className="bg-fail" />
                <span style={{ width: `${(cascades / most) * 100}%` }} className="bg-fail/35" />
              </span>
              <span className="text-right text-ink-2">{formatCount(roots + cascades)}</span>
            </Link>
          </li>
        ))}
      </ul>
      <p aria-hidden className="mt-1 grid grid-cols-[minmax(0,11rem)_minmax(0,1fr)_3rem] gap-3 text-ink-3 text-xs">
        <span />
        <span className="flex justify-between border-t pt-0.5">
          <span>0</span>
          <span>{formatCount(most)}</span>
        </span>
      </p>
    </>
  )
}
