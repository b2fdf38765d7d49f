import type { ReactNode } from 'react'
import { buttonClass } from '@/components/ui/button-class'
import { Link } from '@/components/ui/link'
import { PageNotFound } from './page-not-found'

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
