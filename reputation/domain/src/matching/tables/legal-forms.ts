/**
 * Legal forms of organisations, by the family of the form. Typed from common knowledge of company law and of the
 * spellings that the lists use; words are as `toWords` writes them, those in Arabic script with their mark. Two forms of one family are the same to us (an OOO
 * is an LLC); forms of different families speak against each other, a little between companies and a lot between a
 * company and a body that is none.
 */
export type LegalFamily = 'company' | 'limited' | 'stock' | 'partnership' | 'state' | 'nonprofit'

const forms: Record<LegalFamily, string> = {
  company: `co; company; comp; cie; compagnie; compania; compañia; companhia; kompaniya; kompania; firma; sirketi; sirket;
    sherkat; sherkate; sharika; gesellschaft; and co; the company; co inc; bedrijf; societe; sociedad; societa; spolecnost;
    spolocnost; obshchestvo; tovarystvo; tarsasag; yhtio; bendrove; drustvo; druzba; etaireia; eteria;
    %Srkt; %Srkh`,
  limited: `llc; ltd; limited; limited company; co ltd; company ltd; company limited; co limited; ltd co; limited liability company;
    limited liability co; limited liability partnership company; ltd liability company; private limited; pvt ltd; pvt; private ltd;
    private limited company; pte ltd; pte; pty ltd; pty; pty limited; llc co; ltda; limitada; lda; gmbh; mbh; ges mbh; gmbh co kg;
    gesellschaft mit beschrankter haftung; sarl; sarlu; societe a responsabilite limitee; srl; srls; societa a responsabilita limitata;
    societatea cu raspundere limitata; societate cu raspundere limitata; sociedad de responsabilidad limitada; sociedad limitada; sl; slu;
    sociedade limitada; spzoo; sp zoo; sp z oo; sp z o o; spolka z ograniczona odpowiedzialnoscia; bv; besloten vennootschap; bvba; kft;
    korlatolt felelossegu tarsasag; doo; dooel; druzba z omejeno odgovornostjo; drustvo s ogranicenom odgovornoscu;
    drustvo sa ogranicenom odgovornoscu; ood; eood; druzhestvo s ogranichena otgovornost; ooo; too; odo;
    obshchestvo s ogranichennoy otvetstvennostyu; obshchestvo s ogranichennoi otvetstvennostyu; obshchestvo s ogranichennoj otvetstvennostju;
    obscestvo s ogranicennoj otvetstvennostju; obshestvo s ogranichennoi otvetstvennostyu;
    tov; tzov; tovarystvo z obmezhenoyu vidpovidalnistyu; tovaristvo z obmezhenoyu vidpovidalnistyu; tovarishchestvo s ogranichennoy otvetstvennostyu;
    tavarystva z abmezhavanay adkaznasciu; uab; uzdaroji akcine bendrove; sia; sabiedriba ar ierobezotu atbildibu; ou; osauhing; oy; osakeyhtio;
    aps; anpartsselskab; sro; s r o; spol s ro; spolecnost s rucenim omezenym; spolocnost s rucenim obmedzenym; sdn bhd; bhd; fze; fzc; fzco; fz llc; fzllc; dmcc; mchj;
    est; establishment; kumpanija b responsabbilta limitata; etaireia periorismenis eythinis; eteria periorismenis efthinis;
    etaireia periorismenis efthynis; etairia periorismenis efthynis; %Srkt %ba %msywlyt %mhdwd; %ba %msywlyt %mhdwd; %ba %mswwlyt %mhdwd;
    tavarystva z abmezhavanay adkaznastsyu; mkooo; epe; ike; wll; with limited liability; lc; plt;
    tdo; taa; iooo; sooo; ltd sti; limited sirketi; anonim limited; limited sti`,
  stock: `inc; incorporated; corp; corporation; corporacion; corporacao; korporatsiya; korporatsia; jsc; ojsc; cjsc; pjsc; ejsc; oao; ao; zao; pao; npao; oaao;
    joint stock company; joint stock co; joint stock; open joint stock company; public joint stock company; closed joint stock company;
    private joint stock company; open type joint stock company; joint stock company of open type; joint stock company of closed type; non public joint stock company;
    aktsionernoe obshchestvo; aktsionernoye obshchestvo; akcionernoe obscestvo; aktsionerno druzhestvo; publichnoe aktsionernoe obshchestvo; publichnoye aktsionernoye obshchestvo;
    otkrytoe aktsionernoe obshchestvo; otkrytoye aktsionernoye obshchestvo; zakrytoe aktsionernoe obshchestvo; zakrytoye aktsionernoye obshchestvo;
    nepublichnoe aktsionernoe obshchestvo; nepublichnoye aktsionernoye obshchestvo; publichne aktsionerne tovarystvo; aktsionerne tovarystvo;
    pryvatne aktsionerne tovarystvo; vidkryte aktsionerne tovarystvo; pat; prat; vat; adkrytae aktsyyanernae tavarystva; zakrytae aktsyyanernae tavarystva;
    ag; aktiengesellschaft; akg; sa; sau; societe anonyme; sociedad anonima; sociedad anonima abierta; sociedad anonima cerrada; sociedad por acciones; sociedade anonima; sa de cv; s a de c v; de cv; cv; ca; compania anonima; spa; s p a;
    societa per azioni; societate pe actiuni; plc; public limited company; public company limited; public co ltd; nv; naamloze vennootschap; ab; aktiebolag; as; asa; oyj; a s; akciova spolecnost; akciova spolocnost; aksjeselskap;
    aktieselskab; aktsiaselts; akciju sabiedriba; akcine bendrove; nyrt; zrt; rt; reszvenytarsasag; nyilvanosan mukodo reszvenytarsasag; zartkoruen mukodo reszvenytarsasag;
    ead; ad; akcionarsko drustvo; dionicko drustvo; dd; delniska druzba; spolka akcyjna; pt; tbk; kk; kabushiki kaisha; anonim sirketi; anonim sirket; sas; societe par actions simplifiee; pk; pjs; pjsco; ojs; kgaa; se; kht; aat; zat;
    symmetochiki etaireia; anoikti symmetochiki etaireia; anoichti symmetochiki etaireia; mkao; aat; zat; aktsyyanernae tavarystva; %shamy %XaS; %Srkt %shamy %XaS; dimosia symmetochiki etaireia; kleisti symmetochiki etaireia; anonymi etaireia; psc; qsc; saoc; saog; saog; ksc; kscc; bsc; sal; sae; sak`,
  partnership: `lp; llp; lllp; limited partnership; limited liability partnership; general partnership; kg; kommanditgesellschaft; co kg; ohg; gbr; snc; sca; scs; komandytowa;
    ks; kd; kommandittselskap; tovarishchestvo; hk`,
  state: `fgup; gup; mup; fsue; sue; kgup; ogup; federal state unitary enterprise; state unitary enterprise; municipal unitary enterprise; unitary enterprise; republican unitary enterprise; pue; rue; rup; chup; chtup;
    private unitary enterprise; private trade unitary enterprise; federalnoe gosudarstvennoe unitarnoe predpriyatie; unitarnae pradpryemstva; unitarno predpriyatie; unitarno druzhestvo; publichno pravovaya kompaniya; federalnoye gosudarstvennoye unitarnoye predpriyatiye;
    gosudarstvennoe unitarnoe predpriyatie; gosudarstvennoye unitarnoye predpriyatiye; unitarnoe predpriyatie; federal state budgetary institution; federal state autonomous institution; fgbu; fgau; fgku; fku;
    federal state institution; federal state enterprise; fkp; federal treasury enterprise; state enterprise; gp; dp; state owned enterprise; federal state budgetary scientific institution; fgbun; fgbnu;
    federal state budgetary educational institution; federal state budgetary institution of science`,
  nonprofit: `ano; nko; anoo; autonomous non profit organization; autonomous non profit organisation; autonomous nonprofit organization; autonomous noncommercial organization; autonomous non commercial organization;
    avtonomnaya nekommercheskaya organizatsiya; non profit organization; nonprofit organization; non commercial organization; nekommercheskaya organizatsiya; ngo; ong; ev; eingetragener verein; asbl; vzw; onlus;
    obshchestvennaya organizatsiya; non profit partnership; nekommercheskoe partnerstvo`,
}

/** Phrase of words → family, and what phrases begin with, for longest-match replacement. */
export const legalPhrases = new Map<string, LegalFamily>()
export const legalBeginnings = new Set<string>()
/** The long single words among the forms, which are also recognised with a misspelling, by their first letter. */
export const longLegalWords = new Map<number, string[]>()
for (const family of Object.keys(forms) as LegalFamily[]) {
  for (const raw of forms[family].split(';')) {
    const words = raw
      .normalize('NFD')
      .replace(/\p{Mn}/gu, '')
      .trim()
      .split(/\s+/)
    const phrase = words.join(' ')
    if (!legalPhrases.has(phrase)) legalPhrases.set(phrase, family)
    for (let length = 1; length <= words.length; length++) legalBeginnings.add(words.slice(0, length).join(' '))
    for (const word of words) if (word.length >= 7) addLongWord(word)
  }
}

function addLongWord(word: string): void {
  const alike = longLegalWords.get(word.charCodeAt(0)) ?? []
  if (!alike.includes(word)) longLegalWords.set(word.charCodeAt(0), [...alike, word])
}

/** How much a pair of different families speaks against two names being one: the factor on the score. */
export function familyFactor(one: LegalFamily, other: LegalFamily): number {
  if (one === other || one === 'company' || other === 'company') return 1
  const commercial = (family: LegalFamily) => family === 'limited' || family === 'stock' || family === 'partnership'
  return commercial(one) && commercial(other) ? 0.97 : 0.85
}
