/** GORM: a part more of a query that is being built; what it gives has the type of what it was asked of. */
export const buildingSteps =
  /^(?:Model|Table|Where|Or|Not|Order|Group|Having|Joins|Select|Preload|Limit|Offset|Debug|WithContext|Session|Scopes|Unscoped|Distinct|Omit|Clauses|Begin)$/;
