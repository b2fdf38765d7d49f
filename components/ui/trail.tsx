import { Fragment } from 'react'
import { Link } from './link'

/** A page above the current one; without `href`, a part of its name. */
export type Crumb = { label: string; href?: string }

/** The pages above the current one, outermost first. */
export function Trail({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="wrap-anywhere mb-1 text-ink-3 text-xs">
      {crumbs.map(({ label, href }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two of them may be named alike.
        <Fragment key={place}>
          {place > 0 && ' / '}
          {href === undefined ? (
            label
          ) : (
            <Link href={href} className="link">
              {label}
            </Link>
          )}
        </Fragment>
      ))}
    </nav>
  )
}
