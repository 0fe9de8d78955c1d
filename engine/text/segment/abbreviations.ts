/** Written with a full stop that ends no sentence, by what may follow. Lower case, without the last full stop. */

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Always stand before a name, a number or an example: never the end. */
const LEADING = set(
  'mr mrs ms mx dr prof rev fr hon gen col lt capt cpt maj cmdr adm sgt cpl pvt sen rep gov pres supt insp mme mlle messrs ' +
    'st mt ft no nos nr vol vols ch chap pp pg para sec fig figs art op ed eds e.g i.e eg ie cf vs viz approx ca al v ' +
    'eq eqs tab ill ref refs par cap cl app dra profa exmo exma sto sta drs hnos ' +
    'rs ps cor rom gal eph phil matt gen exod deut prov isa jer vs dept univ assn assoc bros gebr hr hrn fr frl dipl ing z.b d.h u.a o.ä bzw ca ggf evtl inkl usw.z fa str vgl sog zzgl bd sr sra srta dña d dª ' +
    'núm pág págs av avda p.ej m mm mlle dott sig sigg sig.ra prof.ssa ecc.z n° p r.n',
);

/** May end a sentence: it does where a capital follows that is no name of what the abbreviation belongs to. */
const TRAILING = set(
  'etc usw ecc inc ltd co corp llc plc jr sr esq phd ph.d m.d b.a m.a b.sc m.sc d.c u.s u.k u.n u.s.a e.u a.m p.m am pm ' +
    'b.c a.d b.c.e c.e bc ad est min max avg ave blvd rd hwy apt ste bldg rm ext tel jan feb mar apr jun jul aug sep sept ' +
    'oct nov dec mon tue tues wed thu thur thurs fri sat sun ft in oz lb lbs pt qt gal yd mi tsp tbsp mio mrd hr hrs sec secs wk wks mo mos yr yrs',
);

/** Words that begin sentences far more often than they follow an abbreviation inside one. */
const STARTERS = set(
  'the a an and but or so yet he she it we they i you this that these those there here then when where what who why how if in on ' +
    'at as for from with after before while although because since however meanwhile his her its our their my your is are was ' +
    'were do does did can could will would should may might not no yes now once some many most all both each every one two ' +
    "it's he's she's they're we're i'm that's there's let's also finally first next later instead still even only just",
);

export type AbbreviationKind = 'leading' | 'trailing' | 'none';

/** What kind of abbreviation a word (without its full stop) is. */
export function abbreviationKind(word: string): AbbreviationKind {
  const lower = word.toLowerCase();
  if (LEADING.has(lower)) return 'leading';
  if (TRAILING.has(lower)) return 'trailing';
  return /^(?:\p{L}\.)+\p{L}$/u.test(word) ? 'trailing' : 'none';
}

/** Whether a capitalized word is rather the first of a new sentence. */
export function startsSentence(word: string): boolean {
  return STARTERS.has(word.toLowerCase());
}
