import Link from 'next/link'
import { PageNotFound } from '@/components/shell/page-not-found'

export default function GateNotFound() {
  return (
    <PageNotFound title="No gate at this address" link={<Link href="/">Back to the desk</Link>}>
      The link may be cut short, or lead to a gate of another project.
    </PageNotFound>
  )
}
