import { detectHallucinations } from '@/lib/engine/hallucination/detect-hallucinations'
import { validateOutput } from '@/lib/engine/output/validate-output'
import { hasWriteIntent } from '@/lib/engine/gate/write-intent'
import { parseJudgeReply } from '@/lib/engine/gate/parse-judge-reply'
import { testRunsIn } from '@/lib/engine/gate/test-commands'
import { classifyFailure } from '@/lib/engine/failures/classify-failure'
import { fingerprintFailure } from '@/lib/engine/failures/fingerprint'
const N=100_000
const seeds=['a ','A ','Ab ','[','[1','[a][b] ','"','“',"'",'1','1,','1+','(1','1 + 2 ','= ','\n',' ','\t','- ','#','# a\n','**a**\n','a: 1\n','The a is b. ','is not ','https://a','https://(','a/','a.b/','%','5% ','`','``` ','{{a ','<','TODO ','$','Total: 5\n','write a file ','create ','no ','\u00a0','Smith (','et al. ','from 2000 to ','January 1, ','a-','x*','((','))','é','Ab-Cd ','will always ','SCORE: ','pytest ','&& ','../','10.1234/','It is. ','1 2 3 ','the the the has 5 ','.','. ','*','**','_','|','>','> ','!','~~~','1. ','[1] ','\n\n- ','a\n','0x','10.','1.1.','@','a@','a.a.','-','--','::','a:b:','1:','Mon, ','step ','A.B. ']
for(const s of seeds){ const text=s.repeat(Math.ceil(N/s.length)).slice(0,N); const src=[{id:'1',text:'The source of the text is in a file and it was Jane Smith who wrote 5 of 7. '.repeat(20)}]
 const t: any={}; const time=(n:string,f:()=>void)=>{const b=performance.now();f();const d=performance.now()-b;if(d>200)t[n]=Math.round(d)}
 time('hall',()=>detectHallucinations({output:text,sources:src,references:src,files:['a.ts'],date:'2026-01-01'})); time('hall2',()=>detectHallucinations({output:'x',sources:[{id:'1',text}]}))
 time('out',()=>validateOutput({schema:true,output:text,content:{requiredSections:['x'],prohibited:['foo bar']}})); time('intent',()=>hasWriteIntent(text)); time('judge',()=>parseJudgeReply(text)); time('cmd',()=>testRunsIn(text)); time('fp',()=>fingerprintFailure({failureClass:'unknown',nodeType:'x',message:text})); time('cls',()=>classifyFailure({message:text}))
 if(Object.keys(t).length)console.log(JSON.stringify(s),JSON.stringify(t)) }
