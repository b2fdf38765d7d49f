import Link from 'next/link'
import type { NodeHit } from '@/lib/charts/prepare-nodes-hit'

/** A bar for each node that failures struck: those that began there, and lighter those it inherited. */
export function NodesHit({ hits }: { hits: readonly NodeHit[] }) {
  return (
    <ul>
      {hits.map((hit) => (
        <li key={hit.node}>
          <Link
            href={hit.href}
            title={hit.title}
            className="grid h-7 grid-cols-[minmax(0,11rem)_minmax(0,1fr)_3rem] items-center gap-3 rounded-sm text-sm hover:bg-hover"
          >
            <span className="truncate">{hit.node}</span>
            <span aria-hidden className="flex h-2">
              <span style={{ width: `${hit.rootWidth * 100}%` }} className="bg-fail" />
              <span style={{ width: `${hit.cascadeWidth * 100}%` }} className="bg-fail/35" />
            </span>
            <span className="text-right text-ink-2">{hit.countText}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
