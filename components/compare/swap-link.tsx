import { ArrowLeftRight } from 'lucide-react'
import Link from 'next/link'
import { Button } from '@/components/ui/button'

/** The same comparison with the other side as the baseline. */
export function SwapLink({ href }: { href: string }) {
  return (
    <Button asChild>
      <Link href={href} replace>
        <ArrowLeftRight aria-hidden />
        Swap
      </Link>
    </Button>
  )
}
