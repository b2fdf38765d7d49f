import { MissingChain } from '@/components/chains/missing-chain'

export default function ChainNotFound() {
  return <MissingChain />
}
