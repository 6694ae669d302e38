#pragma once
// Wrong on purpose: base must not know the scan engine. Never compiled.
#include "faultline/scan/search.hpp"
