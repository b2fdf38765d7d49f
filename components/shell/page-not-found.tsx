import type { ReactNode } from 'react'
import { StateFrame } from '@/components/ui/state-frame'

type PageNotFoundProps = {
  /** Link to continue with, looking like a button. */
  link: ReactNode
  title?: string
  children?: ReactNode
}

/**
 * Page for an address that does not exist or that the user may not see; it does not reveal which. The link is given, because this is part of
 * every page's script.
 */
export function PageNotFound({ link, title = 'Page not found', children }: PageNotFoundProps) {
  return (
    <>
      <h1 className="sr-only">Not found</h1>
      <StateFrame state="empty" title={title} action={link}>
        {children ?? 'The address may be wrong, or it belongs to a project you are not a member of.'}
      </StateFrame>
    </>
  )
}
