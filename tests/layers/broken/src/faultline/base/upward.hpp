#pragma once
// Wrong on purpose: base must not know the search. Never compiled.
#include "faultline/search/search.hpp"
