import type { ReactNode } from 'react'
import { buttonClass } from '@/components/ui/button-class'
import { Link } from '@/components/ui/link'
import { StateFrame } from '@/components/ui/state-frame'

type PageNotFoundProps = {
  /** Link to continue with, looking like a button. */
  link: ReactNode
  title?: string
  children?: ReactNode
}

/** Page for an address that does not exist or that the user may not see; it does not reveal which. */
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

type MissingItemProps = {
  title: string
  /** Where to go on, and what that is called. */
  href?: string
  label?: ReactNode
  children: ReactNode
}

/** Page for an item of a project that does not exist. */
export function MissingItem({ title, href = '/', label = 'Back to the desk', children }: MissingItemProps) {
  const link = (
    <Link href={href} className={buttonClass()}>
      {label}
    </Link>
  )
  return (
    <PageNotFound title={title} link={link}>
      {children}
    </PageNotFound>
  )
}
