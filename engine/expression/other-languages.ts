/**
 * What directions are called in German, Spanish, French, Italian and Portuguese, by the name of the concept. English,
 * Chinese and Japanese stand with the concepts.
 */
export const OTHER_LANGUAGES: Readonly<Record<string, string>> = {
  neutral: 'sachlich|nüchtern|neutre|neutro',
  whisper:
    'flüstern|flüsternd|geflüstert|flüsterton|wispernd|tuschelnd|susurrando|susurro|susurrar|susurros|cuchicheando|' +
    'chuchotant|chuchoté|chuchoter|chuchotement|sussurrando|sussurro|bisbigliando',
  soft:
    'sanft|zart|zärtlich|behutsam|weich|suave|suavemente|dulce|dulcemente|ternura|tierno|doucement|doux|douce|douceur|' +
    'tendre|tendrement|dolce|dolcemente|tenero',
  quiet:
    'leise|leiser|kaum hörbar|gedämpft|voz baja|bajito|más bajo|voix basse|tout bas|moins fort|bassa voce|sottovoce|baixinho',
  loud: 'laut|lauter|lautstark|voz alta|más alto|más fuerte|fuerte|voix haute|plus fort|fort|alta voce|forte',
  shout:
    'schreien|schreiend|brüllen|brüllend|rufend|gritando|gritar|grito|gritos|criant|crier|hurlant|gridando|urlando',
  scream: 'kreischen|kreischend|chillando',
  murmur: 'murmelnd|murmeln|brummend|nuschelnd|murmurando|mascullando|marmonnant|murmurant|mormorando|mormorio',
  fast:
    'schnell|schneller|rasch|zügig|hastig|rápido|rapido|rápidamente|más rápido|deprisa|vite|plus vite|rapide|rapidement|' +
    'veloce|velocemente|depressa',
  hurry: 'eilig|gehetzt|dringend|drängend|ungeduldig|con prisa|prisa|urgente|apurado|impaciente|pressé|di fretta|fretta',
  slow: 'langsam|langsamer|gemächlich|bedächtig|lento|lentamente|despacio|más despacio|pausado|lent|lentement|plus lentement|devagar',
  high: 'hohe stimme|hoher stimme|höher|piepsig|agudo|aguda|aigu|aiguë|acuto',
  low: 'tief|tiefer|tiefe stimme|tiefer stimme|voz grave|voix grave|voce grave|voz profunda',
  monotone:
    'monoton|eintönig|ausdruckslos|tonlos|monótono|sin emoción|inexpresivo|sans émotion|inexpressif|monotono|senza emozione',
  lively:
    'lebhaft|lebendig|ausdrucksvoll|energisch|schwungvoll|animado|enérgico|expresivo|vivaz|vif|animé|expressif|énergique|vivace|energico',
  breathy:
    'atemlos|gehaucht|hauchend|außer atem|sin aliento|jadeante|jadeando|essoufflé|bout de souffle|senza fiato|affannato|sem fôlego',
  rough: 'heiser|rau|kratzig|krächzend|ronco|ronca|áspero|rauque|enroué|roco|rauco|rouco',
  clear: 'deutlich|klar|claro|claramente|clair|clairement|articulé|chiaro|chiaramente',
  warm: 'herzlich|warmherzig|cálido|cálida|cordial|chaleureux|chaleureusement|caloroso',
  cold: 'kalt|kühl|eiskalt|eisig|distanziert|frío|fría|fríamente|distante|froid|froide|froidement|freddo|freddamente|frio|friamente',
  serious: 'ernst|ernsthaft|feierlich|serio|seria|solemne|sérieux|sérieusement|solennel|solenne|sério',
  happy:
    'fröhlich|glücklich|heiter|froh|lächelnd|vergnügt|feliz|alegre|alegremente|contento|contenta|sonriendo|joyeux|joyeuse|' +
    'heureux|heureuse|souriant|gai|felice|allegro|allegramente|sorridendo|freude|joie|alegría|gioia|alegria',
  delighted: 'begeistert|entzückt|überglücklich|encantado|eufórico|ravi|enchanté',
  excited: 'aufgeregt|enthusiastisch|emocionado|entusiasmado|entusiasta|excité|enthousiaste|eccitato',
  satisfied: 'zufrieden|erleichtert|satisfecho|aliviado|satisfait|soulagé|soddisfatto|sollevato',
  sad:
    'traurig|betrübt|niedergeschlagen|wehmütig|enttäuscht|triste|tristemente|tristeza|melancólico|decepcionado|tristement|' +
    'mélancolique|déçu|deluso|malinconico',
  depressed: 'verzweifelt|hoffnungslos|deprimiert|deprimido|désespéré|déprimé|disperato|depresso',
  angry:
    'wütend|zornig|wut|zorn|verärgert|enfadado|enfadada|enojado|enojada|rabia|airado|en colère|colère|fâché|fâchée|arrabbiato|' +
    'arrabbiata|rabbia|zangado|raiva',
  furious: 'rasend|furioso|furiosa|furieux|furieuse',
  frustrated: 'genervt|gereizt|frustriert|mürrisch|frustrado|molesto|irritado|harto|agacé|irrité|frustré|irritato|seccato',
  afraid:
    'ängstlich|verängstigt|angst|furchtsam|zitternd|asustado|asustada|miedo|temeroso|tembloroso|effrayé|apeuré|peur|tremblant|' +
    'spaventato|impaurito|paura|tremante|assustado|medo',
  nervous:
    'nervös|besorgt|unruhig|angespannt|nervioso|nerviosa|preocupado|ansioso|tenso|nerveux|inquiet|anxieux|tendu|nervoso|preoccupato',
  panicked: 'panisch|hysterisch|pánico|histérico|paniqué|hystérique|panico|in panico',
  calm:
    'ruhig|gelassen|entspannt|besonnen|tranquilo|tranquila|calmado|sereno|con calma|relajado|calme|calmement|serein|détendu|' +
    'tranquille|calmo|tranquillo|rilassato',
  confident:
    'selbstbewusst|entschlossen|stolz|decidido|orgulloso|confiado|firme|confiant|fier|déterminé|ferme|sicuro|deciso|orgoglioso|fiero',
  surprised: 'überrascht|erstaunt|verblüfft|entsetzt|sorprendido|sorprendida|asombrado|surpris|étonné|stupéfait|sorpreso|stupito',
  disgusted: 'angewidert|angeekelt|asqueado|con asco|dégoûté|disgustato',
  contemptuous: 'verächtlich|spöttisch|höhnisch|despectivo|desprecio|burlón|méprisant|moqueur|sprezzante',
  ashamed: 'beschämt|verlegen|schüchtern|reumütig|avergonzado|tímido|arrepentido|honteux|timide|gêné|timido|imbarazzato',
  bored: 'gelangweilt|gleichgültig|aburrido|aburrida|indiferente|ennuyé|blasé|indifférent|annoiato',
  tired:
    'müde|erschöpft|schläfrig|schwach|cansado|cansada|agotado|débil|somnoliento|fatigué|fatiguée|épuisé|faible|stanco|stanca|esausto|debole',
  curious: 'neugierig|curioso|curiosidad|curieux',
  hopeful: 'hoffnungsvoll|zuversichtlich|ermutigend|esperanzado|esperanza|optimiste|espoir|speranzoso',
  sarcastic: 'sarkastisch|ironisch|sarcástico|irónico|sarcastique|ironique|sarcastico|ironico',
  uncertain:
    'unsicher|zögernd|zögerlich|verwirrt|misstrauisch|inseguro|confundido|vacilante|hésitant|incertain|confus|méfiant|incerto|esitante',
  sympathetic: 'mitfühlend|liebevoll|tröstend|verständnisvoll|cariñoso|cariño|compasivo|compatissant|affectueux|affettuoso',
  moved: 'gerührt|dankbar|nostalgisch|sehnsüchtig|conmovido|agradecido|nostálgico|ému|reconnaissant|nostalgique|commosso',
  mysterious: 'geheimnisvoll|unheimlich|misterioso|mystérieux',
  menacing: 'drohend|bedrohlich|finster|amenazante|amenazador|siniestro|menaçant|sinistre|minaccioso',
  sultry: 'verführerisch|seductor|séduisant|seducente',
  playful: 'verspielt|neckisch|schelmisch|scherzhaft|juguetón|travieso|espiègle|taquin|scherzoso|giocoso',
  drunk: 'betrunken|lallend|borracho|ivre|ubriaco|bêbado',
  pleading: 'flehend|flehentlich|bittend|suplicando|suplicante|suppliant|implorant|supplicando',
  weeping: 'weinend|weinerlich|unter tränen|tränen nahe|llorando|lloroso|entre lágrimas|en larmes|en pleurant|bord des larmes|piangendo|in lacrime|chorando',
  laughing: 'lachend|riendo|riéndose|entre risas|en riant|riant|ridendo|rindo',
  narrating: 'erzählend|erzähler|narrador|narrando|narrateur|narratore',
}; // prettier-ignore

/** Words of degree, as in `DEGREES`. */
export const OTHER_DEGREES: Readonly<Record<string, number>> = {
  etwas: 0.5, leicht: 0.5, bisschen: 0.5, wenig: 0.5, ziemlich: 0.9, sehr: 1.35, besonders: 1.35, äußerst: 1.6, extrem: 1.6, mehr: 1.2,
  poco: 0.5, algo: 0.6, ligeramente: 0.5, bastante: 0.9, más: 1.2, muy: 1.35, demasiado: 1.25, tan: 1.3, mucho: 1.3, mucha: 1.3,
  peu: 0.5, légèrement: 0.5, assez: 0.8, plus: 1.2, très: 1.35, trop: 1.25, beaucoup: 1.3, leggermente: 0.5, molto: 1.35, più: 1.2, troppo: 1.25,
  muito: 1.35,
}; // prettier-ignore

export const OTHER_NEGATIONS =
  'nicht kein keine keinen ohne weniger niemals nie sin menos nunca pas sans moins jamais ne senza meno mai não sem';

/** Words that say nothing about the manner. */
export const OTHER_FILLERS =
  'mit stimme und ein eine einer einem einen der die das dem zu im voller wie aber dann tonfall ton bitte klingt spricht sprechend gesprochen ' +
  'con voz un una y el la los en de del como pero tono hablando hablar por al voix avec une et le les des dans dune mais comme voce e il di ma com uma';
